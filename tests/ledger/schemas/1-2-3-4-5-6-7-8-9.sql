pragma application_id=1396927344;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'scorekeeper','m001_first_tables','2026-11-21 18:42:25.332589+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'scorekeeper','m002_sessions','2026-11-21 18:42:25.334452+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'scorekeeper','m003_removed_games','2026-11-21 18:42:25.334825+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'scorekeeper','m004_figures','2026-11-21 18:42:25.335807+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'scorekeeper','m005_keys','2026-11-22 11:06:47.490612+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'scorekeeper','m006_people','2026-11-22 14:44:56.691755+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'scorekeeper','m007_phones','2026-11-23 01:47:38.370249+00:00');
INSERT INTO "_sqlite_migrations" VALUES(8,'scorekeeper','m008_figures_of_all_players','2026-11-23 19:44:04.039274+00:00');
INSERT INTO "_sqlite_migrations" VALUES(9,'scorekeeper','m009_checksums','2026-11-25 22:34:18.036541+00:00');
CREATE TABLE "counted" (
   "session_id" INTEGER PRIMARY KEY,
   "table_id" INTEGER NOT NULL,
   "stamp" TEXT NOT NULL
) STRICT;
CREATE TABLE "counts" (
   "session_id" INTEGER,
   "player_id" INTEGER,
   "rulebook" TEXT,
   "key" TEXT,
   "cases" INTEGER,
   "total" INTEGER,
   "low" INTEGER,
   "high" INTEGER,
   "run" INTEGER,
   PRIMARY KEY ("session_id", "player_id", "rulebook", "key")
) STRICT;
CREATE TABLE "entries" (
   "game_id" INTEGER REFERENCES "games"("id"),
   "number" INTEGER,
   "key" TEXT NOT NULL,
   "kind" TEXT NOT NULL,
   "deal" INTEGER NOT NULL,
   "fact" TEXT NOT NULL,
   "device" TEXT NOT NULL,
   "at" TEXT NOT NULL, "checksum" INTEGER,
   PRIMARY KEY ("game_id", "number")
) STRICT;
INSERT INTO "entries" VALUES(1,1,'key-1','answer',1,'{"bid":"7C","winner":2}','c0ffee00','2026-01-03T19:05:40.000+00:00',4105247933);
INSERT INTO "entries" VALUES(1,2,'key-2','answer',1,'{"number":0,"seat":3}','c0ffee00','2026-01-03T19:06:20.000+00:00',1389541455);
INSERT INTO "entries" VALUES(1,3,'key-3','answer',1,'{"number":2,"seat":0}','c0ffee00','2026-01-03T19:07:00.000+00:00',141214805);
INSERT INTO "entries" VALUES(1,4,'key-4','answer',1,'{"number":3,"seat":1}','c0ffee00','2026-01-03T19:07:40.000+00:00',611054500);
INSERT INTO "entries" VALUES(1,5,'key-5','answer',1,'{"tricks":[0,3,8,2]}','c0ffee00','2026-01-03T19:08:20.000+00:00',3685749250);
INSERT INTO "entries" VALUES(1,6,'key-6','answer',2,'{"bid":"5S","winner":1}','c0ffee00','2026-01-03T19:09:00.000+00:00',1967711188);
INSERT INTO "entries" VALUES(1,7,'key-7','answer',2,'{"number":2,"seat":2}','c0ffee00','2026-01-03T19:09:40.000+00:00',2779688112);
INSERT INTO "entries" VALUES(1,8,'key-8','answer',2,'{"number":1,"seat":3}','c0ffee00','2026-01-03T19:10:20.000+00:00',2141068101);
INSERT INTO "entries" VALUES(1,9,'key-9','answer',2,'{"number":3,"seat":0}','c0ffee00','2026-01-03T19:11:00.000+00:00',623273823);
INSERT INTO "entries" VALUES(1,10,'key-10','answer',2,'{"tricks":[2,5,3,3]}','c0ffee00','2026-01-03T19:11:40.000+00:00',2386930581);
INSERT INTO "entries" VALUES(1,11,'key-11','answer',3,'{"bid":"6H","winner":0}','c0ffee00','2026-01-03T19:12:20.000+00:00',1678598386);
INSERT INTO "entries" VALUES(1,12,'key-12','undo',3,'{}','c0ffee00','2026-01-03T19:13:00.000+00:00',4079272884);
INSERT INTO "entries" VALUES(1,13,'key-13','answer',3,'{"bid":"6D","winner":0}','c0ffee00','2026-01-03T19:13:40.000+00:00',2058216412);
INSERT INTO "entries" VALUES(1,14,'key-14','undo',3,'{}','c0ffee00','2026-01-03T19:14:20.000+00:00',2271756823);
INSERT INTO "entries" VALUES(1,15,'key-15','redo',3,'{}','c0ffee00','2026-01-03T19:15:00.000+00:00',2624797306);
INSERT INTO "entries" VALUES(1,16,'key-16','correction',1,'{"facts":[{"bid":"7C","winner":2},{"number":0,"seat":3},{"number":2,"seat":0},{"number":3,"seat":1},{"tricks":[0,3,7,3]}],"next_dealer":1}','c0ffee00','2026-01-03T19:15:40.000+00:00',2672816444);
INSERT INTO "entries" VALUES(1,17,'key-17','revokes',2,'{"revokes":[0,1,0,0]}','c0ffee00','2026-01-03T19:16:20.000+00:00',3352952755);
INSERT INTO "entries" VALUES(1,18,'key-18','stop',3,'{}','c0ffee00','2026-01-03T19:17:00.000+00:00',2242989431);
INSERT INTO "entries" VALUES(2,1,'key-19','answer',1,'{"bid":"7C","winner":2}','c0ffee00','2026-01-03T19:22:40.000+00:00',947460505);
INSERT INTO "entries" VALUES(2,2,'key-20','answer',1,'{"number":3,"seat":3}','c0ffee00','2026-01-03T19:23:20.000+00:00',1261134324);
INSERT INTO "entries" VALUES(2,3,'key-21','answer',1,'{"number":0,"seat":0}','c0ffee00','2026-01-03T19:24:00.000+00:00',1361839766);
INSERT INTO "entries" VALUES(2,4,'key-22','answer',1,'{"number":2,"seat":1}','c0ffee00','2026-01-03T19:24:40.000+00:00',1106220458);
INSERT INTO "entries" VALUES(2,5,'key-23','answer',1,'{"tricks":[0,3,8,2]}','c0ffee00','2026-01-03T19:25:20.000+00:00',1814196932);
INSERT INTO "entries" VALUES(3,1,'key-24','answer',1,'{"bid":"pass"}','c0ffee00','2026-01-10T19:31:00.000+00:00',3387406539);
INSERT INTO "entries" VALUES(4,1,'key-25','answer',1,'{"bid":"4H","winner":1}','c0ffee00','2026-01-10T19:36:40.000+00:00',414678320);
INSERT INTO "entries" VALUES(4,2,'key-26','answer',1,'{"choice":"S","seat":1}','c0ffee00','2026-01-10T19:37:20.000+00:00',2129142585);
INSERT INTO "entries" VALUES(4,3,'key-27','answer',1,'{"number":11}','c0ffee00','2026-01-10T19:38:00.000+00:00',610210227);
INSERT INTO "entries" VALUES(4,4,'key-28','answer',2,'{"bid":"4H","winner":1}','c0ffee00','2026-01-10T19:38:40.000+00:00',3087169999);
INSERT INTO "entries" VALUES(4,5,'key-29','answer',2,'{"choice":"S","seat":1}','c0ffee00','2026-01-10T19:39:20.000+00:00',3539708337);
INSERT INTO "entries" VALUES(4,6,'key-30','answer',2,'{"number":11}','c0ffee00','2026-01-10T19:40:00.000+00:00',2386172419);
CREATE TABLE "former_names" (
   "id" INTEGER PRIMARY KEY,
   "player_id" INTEGER NOT NULL REFERENCES "players"("id"),
   "name" TEXT NOT NULL,
   "folded" TEXT NOT NULL,
   "at" TEXT NOT NULL,
   "device" TEXT NOT NULL
) STRICT;
INSERT INTO "former_names" VALUES(1,5,'Eva','eva','2026-11-22T14:44:56.704+00:00','phone-2');
CREATE TABLE "games" (
   "id" INTEGER PRIMARY KEY,
   "table_id" INTEGER NOT NULL REFERENCES "tables"("id"),
   "key" TEXT NOT NULL,
   "rulebook" TEXT NOT NULL,
   "rules" TEXT NOT NULL,
   "ending" TEXT NOT NULL,
   "players" TEXT NOT NULL,
   "first_dealer" INTEGER NOT NULL,
   "started" TEXT
, session_id integer references sessions(id), "removed" TEXT, "checksum" INTEGER) STRICT;
INSERT INTO "games" VALUES(1,1,'first-evening','israeli-whist','{"opener": "dealer", "passes": 4, "own_raise": true, "reentry": true, "lowest_bid": 5, "exchanges": 0, "exchange_raise": 0, "exchange_direction": "left", "passed_out": "redeal", "redealer": "same", "declarer_contract": "fixed", "first_speaker": "left", "revoke_fine": 100, "scheme": {"name": "Standard", "made": "square", "each": 10, "bonus": 10, "missed": 10, "zero_under": 50, "zero_over": 30, "failed_under": -50, "failed_over": -50, "failed_next": 10, "failed_cap": null, "all_missed": "scored"}}','{"goal": "target", "target": 300, "minus": false, "deals": 12, "time": "22:00"}','[1, 2, 3, 4]',0,'2026-01-03T19:05:00.000+00:00',1,NULL,1612776294);
INSERT INTO "games" VALUES(2,1,'rematch-13995737abd619266beb5517','israeli-whist','{"opener": "dealer", "passes": 4, "own_raise": true, "reentry": true, "lowest_bid": 5, "exchanges": 0, "exchange_raise": 0, "exchange_direction": "left", "passed_out": "redeal", "redealer": "same", "declarer_contract": "fixed", "first_speaker": "left", "revoke_fine": 100, "scheme": {"name": "Standard", "made": "square", "each": 10, "bonus": 10, "missed": 10, "zero_under": 50, "zero_over": 30, "failed_under": -50, "failed_over": -50, "failed_next": 10, "failed_cap": null, "all_missed": "scored"}}','{"goal": "open", "target": 300, "minus": false, "deals": 12, "time": "22:00"}','[1, 2, 3, 4]',1,'2026-01-03T19:22:00.000+00:00',1,NULL,3120983003);
INSERT INTO "games" VALUES(3,1,'second-evening','israeli-whist','{"opener": "eldest", "passes": 3, "own_raise": true, "reentry": true, "lowest_bid": 5, "exchanges": 3, "exchange_raise": 1, "exchange_direction": "left", "passed_out": "redeal", "redealer": "same", "declarer_contract": "at-least", "first_speaker": "declarer", "revoke_fine": 100, "scheme": {"name": "Wikipedia", "made": "square", "each": 10, "bonus": 10, "missed": 10, "zero_under": 50, "zero_over": 25, "failed_under": -50, "failed_over": -50, "failed_next": 10, "failed_cap": null, "all_missed": "scored"}}','{"goal": "target", "target": 300, "minus": false, "deals": 12, "time": "22:00"}','[4, 5, 1, 2]',0,'2026-01-10T19:30:20.000+00:00',2,NULL,593691785);
INSERT INTO "games" VALUES(4,1,'partners','bid-whist','{"higher_joker": 0, "jokers": "unable", "sport": false, "dealer_must_bid": false, "same_dealer": false}','{"goal": "target", "target": 21, "minus": true, "deals": 12, "time": "22:00"}','[1, 2, 3, 4]',0,'2026-01-10T19:36:00.000+00:00',2,NULL,870060746);
INSERT INTO "games" VALUES(5,1,'by-mistake','israeli-whist','{"opener": "dealer", "passes": 4, "own_raise": true, "reentry": true, "lowest_bid": 5, "exchanges": 0, "exchange_raise": 0, "exchange_direction": "left", "passed_out": "redeal", "redealer": "same", "declarer_contract": "fixed", "first_speaker": "left", "revoke_fine": 100, "scheme": {"name": "Standard", "made": "square", "each": 10, "bonus": 10, "missed": 10, "zero_under": 50, "zero_over": 30, "failed_under": -50, "failed_over": -50, "failed_next": 10, "failed_cap": null, "all_missed": "scored"}}','{"goal": "target", "target": 300, "minus": false, "deals": 12, "time": "22:00"}','[1, 2, 3, 4]',0,'2026-01-10T19:45:00.000+00:00',2,'2026-01-10T19:45:00.000+00:00',4184408252);
CREATE TABLE "journal" (
   "id" INTEGER PRIMARY KEY,
   "table_id" INTEGER NOT NULL REFERENCES "tables"("id"),
   "at" TEXT NOT NULL,
   "what" TEXT NOT NULL,
   "origin" TEXT NOT NULL,
   "device" TEXT NOT NULL,
   "link" TEXT NOT NULL,
   "said" TEXT NOT NULL
) STRICT;
CREATE TABLE "keys" (
   "hash" TEXT PRIMARY KEY,
   "table_id" INTEGER NOT NULL REFERENCES "tables"("id"),
   "role" TEXT NOT NULL,
   "origin" TEXT NOT NULL,
   "made" TEXT NOT NULL,
   "parent" TEXT
) STRICT;
CREATE TABLE "merges" (
   "id" INTEGER PRIMARY KEY,
   "player_id" INTEGER NOT NULL REFERENCES "players"("id"),
   "into_id" INTEGER NOT NULL REFERENCES "players"("id"),
   "at" TEXT NOT NULL,
   "device" TEXT NOT NULL,
   "withdrawn" TEXT
) STRICT;
INSERT INTO "merges" VALUES(1,5,3,'2026-11-22T14:44:56.708+00:00','phone-2',NULL);
CREATE TABLE "phones" (
   "id" INTEGER PRIMARY KEY,
   "table_id" INTEGER NOT NULL,
   "device" TEXT NOT NULL,
   "role" TEXT NOT NULL,
   "renewal" INTEGER NOT NULL,
   "link" TEXT NOT NULL,
   "player_id" INTEGER,
   "came" TEXT NOT NULL,
   "seen" TEXT NOT NULL,
   "removed" TEXT
) STRICT;
CREATE TABLE "players" (
   "id" INTEGER PRIMARY KEY,
   "table_id" INTEGER NOT NULL REFERENCES "tables"("id"),
   "name" TEXT NOT NULL,
   "folded" TEXT NOT NULL,
   "created" TEXT NOT NULL
) STRICT;
INSERT INTO "players" VALUES(1,1,'Anna','anna','2026-01-03T19:05:00.000+00:00');
INSERT INTO "players" VALUES(2,1,'Ben','ben','2026-01-03T19:05:00.000+00:00');
INSERT INTO "players" VALUES(3,1,'Chaim','chaim','2026-01-03T19:05:00.000+00:00');
INSERT INTO "players" VALUES(4,1,'Dana','dana','2026-01-03T19:05:00.000+00:00');
INSERT INTO "players" VALUES(5,1,'Hava','hava','2026-01-10T19:30:20.000+00:00');
CREATE TABLE "ratings" (
   "table_id" INTEGER,
   "rulebook" TEXT,
   "games" INTEGER NOT NULL,
   "chain" TEXT NOT NULL,
   "ratings" TEXT NOT NULL,
   PRIMARY KEY ("table_id", "rulebook")
) STRICT;
CREATE TABLE "results" (
   "game_id" INTEGER PRIMARY KEY REFERENCES "games"("id"),
   "revision" INTEGER NOT NULL,
   "program" TEXT NOT NULL,
   "result" TEXT NOT NULL
, "checksum" INTEGER) STRICT;
INSERT INTO "results" VALUES(1,18,'0.1.0','{"totals": [-30, -46, 49, -50], "winners": [2], "hands": 3, "over": true}',2784790866);
INSERT INTO "results" VALUES(2,5,'0.1.0','{"totals": [50, -10, -10, -10], "winners": [], "hands": 1, "over": false}',1014835147);
INSERT INTO "results" VALUES(3,1,'0.1.0','{"totals": [0, 0, 0, 0], "winners": [], "hands": 1, "over": false}',2218983327);
INSERT INTO "results" VALUES(4,6,'0.1.0','{"totals": [0, 10], "winners": [], "hands": 2, "over": false}',3852161838);
CREATE TABLE "seats" (
   "player_id" INTEGER REFERENCES "players"("id"),
   "game_id" INTEGER REFERENCES "games"("id"),
   PRIMARY KEY ("player_id", "game_id")
) STRICT;
INSERT INTO "seats" VALUES(1,1);
INSERT INTO "seats" VALUES(2,1);
INSERT INTO "seats" VALUES(3,1);
INSERT INTO "seats" VALUES(4,1);
INSERT INTO "seats" VALUES(1,2);
INSERT INTO "seats" VALUES(2,2);
INSERT INTO "seats" VALUES(3,2);
INSERT INTO "seats" VALUES(4,2);
INSERT INTO "seats" VALUES(4,3);
INSERT INTO "seats" VALUES(5,3);
INSERT INTO "seats" VALUES(1,3);
INSERT INTO "seats" VALUES(2,3);
INSERT INTO "seats" VALUES(1,4);
INSERT INTO "seats" VALUES(2,4);
INSERT INTO "seats" VALUES(3,4);
INSERT INTO "seats" VALUES(4,4);
INSERT INTO "seats" VALUES(1,5);
INSERT INTO "seats" VALUES(2,5);
INSERT INTO "seats" VALUES(3,5);
INSERT INTO "seats" VALUES(4,5);
CREATE TABLE "sessions" (
   "id" INTEGER PRIMARY KEY,
   "table_id" INTEGER NOT NULL REFERENCES "tables"("id"),
   "key" TEXT NOT NULL,
   "date" TEXT NOT NULL,
   "name" TEXT NOT NULL,
   "notes" TEXT NOT NULL,
   "created" TEXT NOT NULL
) STRICT;
INSERT INTO "sessions" VALUES(1,1,'of-first-evening','2026-01-03','','','2026-01-03T19:05:00.000+00:00');
INSERT INTO "sessions" VALUES(2,1,'of-second-evening','2026-01-10','','','2026-01-10T19:30:20.000+00:00');
CREATE TABLE "settings" (
   "name" TEXT PRIMARY KEY,
   "value" TEXT
) STRICT;
CREATE TABLE "tables" (
   "id" INTEGER PRIMARY KEY,
   "name" TEXT NOT NULL,
   "created" TEXT NOT NULL,
   "score_keys" INTEGER NOT NULL,
   "watch_keys" INTEGER NOT NULL
, removals integer not null default 0) STRICT;
INSERT INTO "tables" VALUES(1,'Our table','2026-01-03T19:00:00.000+00:00',1,1,0);
INSERT INTO "tables" VALUES(2,'Club','2026-01-01T10:00:00.000+00:00',1,2,0);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE UNIQUE INDEX "idx_players_table_id_folded"
    ON "players" ("table_id", "folded");
CREATE UNIQUE INDEX "idx_games_table_id_key"
    ON "games" ("table_id", "key");
CREATE UNIQUE INDEX "idx_entries_game_id_key"
    ON "entries" ("game_id", "key");
CREATE UNIQUE INDEX "idx_sessions_table_id_key"
    ON "sessions" ("table_id", "key");
CREATE INDEX "idx_sessions_table_id_date"
    ON "sessions" ("table_id", "date");
CREATE INDEX "idx_games_session_id"
    ON "games" ("session_id");
CREATE INDEX "idx_games_table_id"
    ON "games" ("table_id");
CREATE TRIGGER seats_of_games after insert on games begin   insert into seats select value, new.id from json_each(new.players); end;
CREATE INDEX "idx_counts_player_id_rulebook_session_id"
    ON "counts" ("player_id", "rulebook", "session_id");
CREATE INDEX "idx_keys_table_id_role"
    ON "keys" ("table_id", "role");
CREATE UNIQUE INDEX standing_merges on merges (player_id) where withdrawn is null;
CREATE INDEX "idx_former_names_player_id"
    ON "former_names" ("player_id");
CREATE INDEX "idx_seats_game_id"
    ON "seats" ("game_id");
CREATE UNIQUE INDEX "idx_phones_table_id_device"
    ON "phones" ("table_id", "device");
CREATE INDEX "idx_journal_table_id"
    ON "journal" ("table_id");
CREATE INDEX "idx_counts_of_players"
    ON "counts" ("rulebook", "key", "player_id", "session_id", "cases", "total", "low", "high", "run");
CREATE TRIGGER entries_have_checksums before insert on entries when new.checksum is null begin select raise(abort, 'the file is of a newer version'); end;
COMMIT;
