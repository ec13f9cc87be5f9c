BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'scorekeeper','m001_first_tables','2026-11-21 15:28:21.114886+00:00');
CREATE TABLE "entries" (
   "game_id" INTEGER REFERENCES "games"("id"),
   "number" INTEGER,
   "key" TEXT NOT NULL,
   "kind" TEXT NOT NULL,
   "deal" INTEGER NOT NULL,
   "fact" TEXT NOT NULL,
   "device" TEXT NOT NULL,
   "at" TEXT NOT NULL,
   PRIMARY KEY ("game_id", "number")
) STRICT;
INSERT INTO "entries" VALUES(1,1,'entry-1','answer',1,'{"bid":"7C","winner":2}','a1b2c3d4','2026-03-06T18:00:40.000+00:00');
INSERT INTO "entries" VALUES(1,2,'entry-2','answer',1,'{"number":0,"seat":3}','a1b2c3d4','2026-03-06T18:01:20.000+00:00');
INSERT INTO "entries" VALUES(1,3,'entry-3','answer',1,'{"number":2,"seat":0}','a1b2c3d4','2026-03-06T18:02:00.000+00:00');
INSERT INTO "entries" VALUES(1,4,'entry-4','answer',1,'{"number":3,"seat":1}','a1b2c3d4','2026-03-06T18:02:40.000+00:00');
INSERT INTO "entries" VALUES(1,5,'entry-5','answer',1,'{"tricks":[0,3,8,2]}','a1b2c3d4','2026-03-06T18:03:20.000+00:00');
INSERT INTO "entries" VALUES(1,6,'entry-6','answer',2,'{"bid":"7C","winner":2}','a1b2c3d4','2026-03-06T18:04:00.000+00:00');
INSERT INTO "entries" VALUES(1,7,'entry-7','answer',2,'{"number":0,"seat":3}','a1b2c3d4','2026-03-06T18:04:40.000+00:00');
INSERT INTO "entries" VALUES(1,8,'entry-8','answer',2,'{"number":2,"seat":0}','a1b2c3d4','2026-03-06T18:05:20.000+00:00');
INSERT INTO "entries" VALUES(1,9,'entry-9','answer',2,'{"number":3,"seat":1}','a1b2c3d4','2026-03-06T18:06:00.000+00:00');
INSERT INTO "entries" VALUES(1,10,'entry-10','answer',2,'{"tricks":[0,3,8,2]}','a1b2c3d4','2026-03-06T18:06:40.000+00:00');
INSERT INTO "entries" VALUES(1,11,'entry-11','undo',2,'{}','a1b2c3d4','2026-03-06T18:07:20.000+00:00');
INSERT INTO "entries" VALUES(1,12,'entry-12','answer',2,'{"tricks":[0,3,8,2]}','a1b2c3d4','2026-03-06T18:08:00.000+00:00');
INSERT INTO "entries" VALUES(1,13,'entry-13','stop',2,'{}','a1b2c3d4','2026-03-06T18:08:40.000+00:00');
INSERT INTO "entries" VALUES(2,1,'entry-14','answer',1,'{"bid":"7C","winner":2}','a1b2c3d4','2026-03-06T23:30:40.000+00:00');
INSERT INTO "entries" VALUES(2,2,'entry-15','answer',1,'{"number":0,"seat":3}','a1b2c3d4','2026-03-06T23:31:20.000+00:00');
INSERT INTO "entries" VALUES(2,3,'entry-16','answer',1,'{"number":2,"seat":0}','a1b2c3d4','2026-03-06T23:32:00.000+00:00');
INSERT INTO "entries" VALUES(2,4,'entry-17','answer',1,'{"number":3,"seat":1}','a1b2c3d4','2026-03-06T23:32:40.000+00:00');
INSERT INTO "entries" VALUES(2,5,'entry-18','answer',1,'{"tricks":[0,3,8,2]}','a1b2c3d4','2026-03-06T23:33:20.000+00:00');
INSERT INTO "entries" VALUES(2,6,'entry-19','stop',1,'{}','a1b2c3d4','2026-03-06T23:34:00.000+00:00');
INSERT INTO "entries" VALUES(3,1,'entry-20','answer',1,'{"bid":"7C","winner":2}','a1b2c3d4','2026-03-07T00:30:40.000+00:00');
INSERT INTO "entries" VALUES(3,2,'entry-21','answer',1,'{"number":0,"seat":3}','a1b2c3d4','2026-03-07T00:31:20.000+00:00');
INSERT INTO "entries" VALUES(3,3,'entry-22','answer',1,'{"number":2,"seat":0}','a1b2c3d4','2026-03-07T00:32:00.000+00:00');
INSERT INTO "entries" VALUES(3,4,'entry-23','answer',1,'{"number":3,"seat":1}','a1b2c3d4','2026-03-07T00:32:40.000+00:00');
INSERT INTO "entries" VALUES(3,5,'entry-24','answer',1,'{"tricks":[0,3,8,2]}','a1b2c3d4','2026-03-07T00:33:20.000+00:00');
INSERT INTO "entries" VALUES(4,1,'entry-25','answer',1,'{"bid":"4H","winner":2}','a1b2c3d4','2026-03-07T01:00:40.000+00:00');
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
) STRICT;
INSERT INTO "games" VALUES(1,1,'sheet-one','israeli-whist','{"opener": "dealer", "passes": 4, "own_raise": true, "reentry": true, "lowest_bid": 5, "exchanges": 0, "exchange_raise": 0, "exchange_direction": "left", "passed_out": "redeal", "redealer": "same", "declarer_contract": "fixed", "first_speaker": "left", "revoke_fine": 100, "scheme": {"name": "Standard", "made": "square", "each": 10, "bonus": 10, "missed": 10, "zero_under": 50, "zero_over": 30, "failed_under": -50, "failed_over": -50, "failed_next": 10, "failed_cap": null, "all_missed": "scored"}}','{"goal": "open", "target": 300, "minus": false, "deals": 12, "time": "22:00"}','[1, 2, 3, 4]',0,'2026-03-06T18:00:00.000+00:00');
INSERT INTO "games" VALUES(2,1,'rematch-1','israeli-whist','{"opener": "dealer", "passes": 4, "own_raise": true, "reentry": true, "lowest_bid": 5, "exchanges": 0, "exchange_raise": 0, "exchange_direction": "left", "passed_out": "redeal", "redealer": "same", "declarer_contract": "fixed", "first_speaker": "left", "revoke_fine": 100, "scheme": {"name": "Standard", "made": "square", "each": 10, "bonus": 10, "missed": 10, "zero_under": 50, "zero_over": 30, "failed_under": -50, "failed_over": -50, "failed_next": 10, "failed_cap": null, "all_missed": "scored"}}','{"goal": "open", "target": 300, "minus": false, "deals": 12, "time": "22:00"}','[1, 2, 3, 4]',0,'2026-03-06T23:30:00.000+00:00');
INSERT INTO "games" VALUES(3,1,'rematch-2','israeli-whist','{"opener": "dealer", "passes": 4, "own_raise": true, "reentry": true, "lowest_bid": 5, "exchanges": 0, "exchange_raise": 0, "exchange_direction": "left", "passed_out": "redeal", "redealer": "same", "declarer_contract": "fixed", "first_speaker": "left", "revoke_fine": 100, "scheme": {"name": "Standard", "made": "square", "each": 10, "bonus": 10, "missed": 10, "zero_under": 50, "zero_over": 30, "failed_under": -50, "failed_over": -50, "failed_next": 10, "failed_cap": null, "all_missed": "scored"}}','{"goal": "open", "target": 300, "minus": false, "deals": 12, "time": "22:00"}','[1, 2, 3, 4]',0,'2026-03-07T00:30:00.000+00:00');
INSERT INTO "games" VALUES(4,1,'sheet-two','bid-whist','{"higher_joker": 0, "jokers": "unable", "sport": false, "dealer_must_bid": false, "same_dealer": false}','{"goal": "target", "target": 21, "minus": true, "deals": 12, "time": "22:00"}','[5, 6, 7, 8]',1,'2026-03-07T01:00:00.000+00:00');
INSERT INTO "games" VALUES(5,1,'sheet-three','israeli-whist','{"opener": "eldest", "passes": 3, "own_raise": true, "reentry": true, "lowest_bid": 5, "exchanges": 3, "exchange_raise": 1, "exchange_direction": "left", "passed_out": "redeal", "redealer": "same", "declarer_contract": "at-least", "first_speaker": "declarer", "revoke_fine": 100, "scheme": {"name": "Wikipedia", "made": "square", "each": 10, "bonus": 10, "missed": 10, "zero_under": 50, "zero_over": 25, "failed_under": -50, "failed_over": -50, "failed_next": 10, "failed_cap": null, "all_missed": "scored"}}','{"goal": "open", "target": 300, "minus": false, "deals": 12, "time": "22:00"}','[4, 1, 2, 5]',0,'2026-03-07T19:00:00.000+00:00');
CREATE TABLE "players" (
   "id" INTEGER PRIMARY KEY,
   "table_id" INTEGER NOT NULL REFERENCES "tables"("id"),
   "name" TEXT NOT NULL,
   "folded" TEXT NOT NULL,
   "created" TEXT NOT NULL
) STRICT;
INSERT INTO "players" VALUES(1,1,'Anna','anna','2026-03-06T18:00:00.000+00:00');
INSERT INTO "players" VALUES(2,1,'Ben','ben','2026-03-06T18:00:00.000+00:00');
INSERT INTO "players" VALUES(3,1,'Chaim','chaim','2026-03-06T18:00:00.000+00:00');
INSERT INTO "players" VALUES(4,1,'Dana','dana','2026-03-06T18:00:00.000+00:00');
INSERT INTO "players" VALUES(5,1,'Eva','eva','2026-03-07T01:00:00.000+00:00');
INSERT INTO "players" VALUES(6,1,'Fred','fred','2026-03-07T01:00:00.000+00:00');
INSERT INTO "players" VALUES(7,1,'Gil','gil','2026-03-07T01:00:00.000+00:00');
INSERT INTO "players" VALUES(8,1,'Hana','hana','2026-03-07T01:00:00.000+00:00');
CREATE TABLE "settings" (
   "name" TEXT PRIMARY KEY,
   "value" TEXT
) STRICT;
INSERT INTO "settings" VALUES('secret','not-a-secret');
CREATE TABLE "tables" (
   "id" INTEGER PRIMARY KEY,
   "name" TEXT NOT NULL,
   "created" TEXT NOT NULL,
   "score_keys" INTEGER NOT NULL,
   "watch_keys" INTEGER NOT NULL
) STRICT;
INSERT INTO "tables" VALUES(1,'Our table','2026-03-06T18:00:00.000+00:00',1,1);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE UNIQUE INDEX "idx_players_table_id_folded"
    ON "players" ("table_id", "folded");
CREATE UNIQUE INDEX "idx_games_table_id_key"
    ON "games" ("table_id", "key");
CREATE UNIQUE INDEX "idx_entries_game_id_key"
    ON "entries" ("game_id", "key");
COMMIT;
