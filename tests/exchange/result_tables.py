"""Tables of results as people keep them, each with its meaning.

Each has a game and the text; then the games that must come in, or what must be asked or said. A
table whose questions are answered comes in as it was meant.
"""

from __future__ import annotations

from typing import NamedTuple

WHIST, POINTS, GOLF = "israeli-whist", "points", "golf"

THREE = """
2019-03-15 Anna 310 Ben 46 Carl -20
2019-03-22 Anna 90 Ben 1250 Carl 0
"""
FOUR = """
2019-03-15 Anna 60 Ben 46 Carl -20 Dana 14
2019-03-22 Anna 90 Ben 25 Carl 0 Dana 31
2019-03-29 Anna 12 Ben 75 Carl 44 Dana -5
"""
HEBREW = """
2019-03-15 אנה 60 בני 46 כרמל -20 דנה 14
2019-03-22 אנה 90 בני 25 כרמל 0 דנה 31
"""
SEASON = """
2019-03-15 Anna 60 Ben 46 Carl 20 Dana 14
2019-03-22 Anna 90 Ben 25 Carl 0 Dana 31
2019-03-29 Anna 12 Ben 75 Carl 44 Dana 5
"""
HEAD = "Datum;Anna;Ben;Carl;Dana\n"
ROWS = "15.3.2019;60;46;-20;14\n22.3.2019;90;25;0;31\n29.3.2019;12;75;44;-5"
DATED = "Datum;Anna;Ben;Carl\n{};310;46;-20\n{};90;1250;0"
PLACED = "Datum;Anna;;Ben;;Carl;\n;Punkte;Platz;Punkte;Platz;Punkte;Platz\n"


class Kept(NamedTuple):
    """A table; `meant` are its games, or the reason why it is refused.

    asked     the questions that must be asked, each as the field and the right answer
    nobody    a name that is no player's
    """

    name: str
    game: str
    text: str
    meant: str
    asked: str = ""
    nobody: str = ""


def with_column(title: str, *cells: str) -> str:
    """The table of four with one more column."""
    lines = (HEAD + ROWS).split("\n")
    return "\n".join(f"{line};{cell}" for line, cell in zip(lines, (title, *cells), strict=True))


TABLES = [
    # Rows that are no games
    Kept("sums without a label", WHIST, f"{HEAD}{ROWS}\n;162;146;24;40", FOUR, "undated=left-out"),
    Kept("sums with the date of the last evening", WHIST, f"{HEAD}{ROWS}\n29.3.2019;162;146;24;40",
         FOUR,
         "numbers=points sums=left-out"),
    Kept("sums of two players with a date", POINTS,
         "Datum;Anna;Ben\n15.3.2019;60;46\n22.3.2019;-90;25\n29.3.2019;-30;71",
         "line 4: These are the sums of other rows: is this a row of totals?"),
    Kept("sums of two players with a date, the newest first", POINTS,
         "Datum;Anna;Ben\n29.3.2019;-30;71\n22.3.2019;-90;25\n15.3.2019;60;46",
         "line 2: These are the sums of other rows: is this a row of totals?"),
    Kept("a sum for each player below", POINTS,
         "Datum;Spieler;Punkte\n15.3.2019;Anna;60\n15.3.2019;Ben;46\n22.3.2019;Anna;90\n"
         "22.3.2019;Ben;25\n;Anna;150\n;Ben;71",
         "2019-03-15 Anna 60 Ben 46\n2019-03-22 Anna 90 Ben 25", "undated=left-out"),
    Kept("points that took each other back, and their sums", POINTS,
         "Datum;Anna;Ben\n15.3.2019;60;-60\n22.3.2019;-60;60\n;0;0",
         "2019-03-15 Anna 60 Ben -60\n2019-03-22 Anna -60 Ben 60", "undated=left-out"),
    Kept("means without a label", WHIST, f"{HEAD}{ROWS}\n;54;48,67;8;13,33", FOUR,
         "undated=left-out"),
    Kept("sums on top, the newest first", WHIST,
         f"{HEAD};162;146;24;40\n" + "\n".join(reversed(ROWS.split("\n"))), FOUR,
         "undated=left-out"),
    Kept("a label in the third column", WHIST,
         "Nr;Datum;;Anna;Ben;Carl;Dana\n1;15.3.2019;;60;46;-20;14\n2;22.3.2019;;90;25;0;31\n"
         "3;29.3.2019;;12;75;44;-5\n;;Summe;162;146;24;40", FOUR),
    Kept("means, wins and numbers of games below", WHIST,
         f"{HEAD}{ROWS}\nSumme;162;146;24;40\nMittelwert;54;48,7;8;13,3\nSiege;2;1;0;0\n"
         "Anzahl Spiele;3;3;3;3", FOUR),
    Kept("Ø alone", WHIST, f"{HEAD}{ROWS}\nØ;54;48,7;8;13,3", FOUR),
    Kept("wins and numbers of games in English", WHIST,
         f"{HEAD}{ROWS}\nWins;2;1;0;0\nGames played;3;3;3;3", FOUR),
    Kept("totals and wins in Hebrew", WHIST,
         "תאריך;אנה;בני;כרמל;דנה\n15/3/2019;60;46;-20;14\n22/3/2019;90;25;0;31\n"
         'סה"כ;150;71;-20;45\nניצחונות;2;0;0;0', HEBREW),
    Kept("the sum of each month, by its name", WHIST,
         f"{HEAD}15.3.2019;60;46;-20;14\n22.3.2019;90;25;0;31\nMärz;150;71;-20;45\n"
         "29.3.2019;12;75;44;-5", FOUR, "undated=left-out"),
    Kept("carried forward", WHIST,
         f"{HEAD}15.3.2019;60;46;-20;14\n22.3.2019;90;25;0;31\nÜbertrag;150;71;-20;45\n"
         "29.3.2019;12;75;44;-5", FOUR),
    Kept("rows of dashes", WHIST, f"{HEAD}-;-;-;-;-\n{ROWS}\n5.4.2019;–;–;–;–", FOUR),
    Kept("an unknown label", WHIST, f"{HEAD}{ROWS}\nRemis;1;2;3;4",
         FOUR, "undated=left-out"),
    Kept("wins and numbers of games without a label", WHIST,
         f"{HEAD}{ROWS}\n;2;1;0;0\n;3;3;3;3", FOUR, "undated=left-out"),
    Kept("games after the sum of the first ones of the day", WHIST,
         f"{HEAD}15.3.2019;60;46;-20;14\n;90;25;0;31\nSumme;150;71;-20;45\n;12;75;44;-5",
         FOUR.replace("-22", "-15").replace("-29", "-15"), "undated=same-day"),
    Kept("places under the totals", WHIST, f"{HEAD}{ROWS}\nSumme;162;146;24;40\n;1;2;4;3", FOUR,
         "undated=left-out"),
    Kept("sums without a label, one of them wrong", WHIST, f"{HEAD}{ROWS}\n;162;146;25;40",
         FOUR, "undated=left-out"),
    Kept("the titles once more", WHIST, (HEAD + ROWS).replace("\n22", f"\n{HEAD}22"), FOUR),
    Kept("other titles in the middle", WHIST,
         (HEAD + ROWS).replace("\n22", "\nDatum;Anna;Eva;Carl;Dana\n22"),
         "2019-03-15 Anna 60 Ben 46 Carl -20 Dana 14\n2019-03-22 Anna 90 Eva 25 Carl 0 Dana 31\n"
         "2019-03-29 Anna 12 Eva 75 Carl 44 Dana -5"),
    Kept("running totals with a row of totals", WHIST,
         f"{HEAD}15.3.2019;60;46;20;14\n22.3.2019;150;71;20;45\n29.3.2019;162;146;64;50\n"
         ";162;146;64;50", SEASON, "numbers=running undated=left-out"),
    Kept("two games of a day with different players", POINTS,
         "Datum;Spieler;Punkte\n" + "".join(f"15.3.2019;{name};7\n" for name in
                                            ("Anna", "Ben", "Carl", "Anna", "Ben", "Dana")),
         "line 2: Which games these are is not clear: add a column with their numbers."),
    # Numbers
    Kept("negative numbers of accountants", WHIST,
         (HEAD + ROWS).replace("-20", "(20,00)").replace("-5", "( 5 )"), FOUR),
    Kept("thousands or three decimals", POINTS,
         "Datum;Anna;Ben;Carl\n15.3.2019;310;46;-20\n22.3.2019;90;1.250;0",
         "line 3, column “Ben”: Is “1.250” 1,250? Numbers with three decimals are written like "
         "this, too."),
    Kept("thousands or three decimals in the second row of a game", POINTS,
         "Datum;Spieler;Punkte\n15.3.2019;Anna;46\n15.3.2019;Ben;20.500",
         "line 3, column “Punkte”: Is “20.500” 20,500? Numbers with three decimals"),
    Kept("thousands by a thin blank, an apostrophe and a comma", POINTS,
         "Datum;Anna;Ben;Carl\n15.3.2019;1\u2009310;46;-1\u202f020\n22.3.2019;-1'090;1,250;0",
         THREE.replace("310", "1310").replace("90", "-1090").replace("-20", "-1020")),
    Kept("a minus behind the number", WHIST,
         (HEAD + ROWS).replace("-20", "20-").replace("-5", "5 \u2212"), FOUR),
    Kept("the minus sign and a dash", WHIST,
         (HEAD + ROWS).replace("-20", "\u221220").replace("-5", "\u2014 5"), FOUR),
    Kept("hyphens of word processors", WHIST,
         (HEAD + ROWS).replace("-20", "\u201020").replace("-5", "\uff0d5"), FOUR),
    Kept("marks of direction", WHIST,
         "תאריך;\u200fאנה;בני;כרמל;דנה\n15/3/2019;60;46;\u200e-20\u200e;14\n22/3/2019;90;25;0;31",
         HEBREW),
    Kept("thousands by blanks, units, trophies", POINTS,
         "Datum;Anna;Ben;Carl\n15.3.2019;🏆 310;46 Pkt.;-20\n22.3.2019;90 P.;1 250;0", THREE),
    Kept("a letter in a number", WHIST, (HEAD + ROWS).replace("90", "9O"),
         "line 3, column “Anna”: “9O” is no number."),
    Kept("a remark in a number", WHIST, (HEAD + ROWS).replace("60", "60 (Frisch)"),
         "line 2, column “Anna”: “60 (Frisch)”: is Frisch a player?", nobody="Frisch"),
    Kept("an error of a spreadsheet in a whole column", WHIST,
         "Datum;Anna;Ben;Carl;Dana\n15.3.2019;#REF!;46;-20;14",
         "line 2, column “Anna”: “#REF!” is no number."),
    Kept("decimal commas between commas", WHIST,
         "Datum,Anna,Ben,Carl,Dana\n15.3.2019,60,0,46,0,-20,0,14,0",
         "line 2: The row has more cells than there are titles."),
    # Cells apart by blanks
    Kept("a date of three words", WHIST,
         "Date Anna Ben Carl Dana\n15 March 2019 60 46 -20 14\n22 March 2019 90 25 0 31\n"
         "29 March 2019 12 75 44 -5", FOUR),
    Kept("a name of two words", WHIST,
         "Date Anna Maria Ben Carl Dana\n15.3.2019 60 46 -20 14\n22.3.2019 90 25 0 31",
         "line 2: 5 cells under 6 titles"),
    Kept("an empty cell between blanks", WHIST,
         "Date       Anna  Ben  Carl  Dana  Eva\n15.3.2019    60        -20    14   46",
         "line 2: 5 cells under 6 titles"),
    # Running totals
    Kept("running totals", WHIST,
         f"{HEAD}15.3.2019;60;46;20;14\n22.3.2019;150;71;20;45\n29.3.2019;162;146;64;50",
         SEASON, "numbers=running"),
    Kept("running totals of either sign", WHIST,
         f"{HEAD}15.3.2019;60;46;-20;14\n22.3.2019;150;71;-20;45\n29.3.2019;162;146;24;40",
         FOUR, "numbers=running"),
    Kept("running totals, the newest first", WHIST,
         f"{HEAD}29.3.2019;162;146;64;50\n22.3.2019;150;71;20;45\n15.3.2019;60;46;20;14",
         SEASON, "numbers=running"),
    Kept("running totals after those of the year before", WHIST,
         f"{HEAD}Übertrag;100;0;-7;0\n15.3.2019;160;46;13;14\n22.3.2019;250;71;13;45\n"
         "29.3.2019;262;146;57;50", SEASON, "numbers=running"),
    Kept("running totals by their titles", WHIST,
         "Datum;Anna Stand;Ben Stand;Carl Stand;Dana Stand\n15.3.2019;60;46;20;14\n"
         "22.3.2019;150;71;20;45\n29.3.2019;162;146;64;50", SEASON),
    Kept("points and running totals side by side", POINTS,
         "Datum;Anna;;Ben;;Carl;\n;Punkte;Stand;Punkte;Stand;Punkte;Stand\n"
         "15.3.2019;310;310;46;46;-20;-20\n22.3.2019;90;400;1250;1296;0;-20", THREE),
    # Columns that are no player's
    Kept("stakes by their title", WHIST, with_column("Einsatz", "5", "5", "5"), FOUR),
    Kept("numbers of hands, which would win at Golf", GOLF,
         "Date;Anna;Ben;Carl;Hands\n15.3.2019;60;46;104;12\n22.3.2019;90;25;101;11",
         "2019-03-15 Anna 60 Ben 46 Carl 104\n2019-03-22 Anna 90 Ben 25 Carl 101"),
    Kept("check sums", WHIST, with_column("Σ", "100", "146", "126"), FOUR),
    Kept("stakes under another title", GOLF, with_column("Topf", "5", "5", "5"), FOUR,
         nobody="Topf"),
    Kept("a kitty that grows", GOLF, with_column("Sau", "12", "24", "36"), FOUR,
         nobody="Sau"),
    # Places and winners beside points
    Kept("places that agree", POINTS, f"{PLACED}15.3.2019;310;1;46;2;-20;3\n"
         "22.3.2019;90;2;1250;1;0;3", THREE),
    Kept("places that agree, in titles of one row", POINTS,
         "Datum;Anna Punkte;Anna Platz;Ben Punkte;Ben Platz;Carl Punkte;Carl Platz\n"
         "15.3.2019;310;1;46;2;-20;3\n22.3.2019;90;2;1250;1;0;3", THREE),
    Kept("a place that contradicts", POINTS, f"{PLACED}15.3.2019;310;1;46;2;-20;3\n"
         "22.3.2019;90;1;1250;2;0;3", "line 4, column “Ben Platz”: The place 2 of Ben contradicts"),
    Kept("a place that contradicts, in a row for each player", POINTS,
         "Datum;Spieler;Punkte;Platz\n15.3.2019;Anna;310;2\n15.3.2019;Ben;46;1\n"
         "15.3.2019;Carl;-20;3", "line 2, column “Platz”: The place 2 of Anna contradicts"),
    Kept("a place without points", POINTS, f"{PLACED}15.3.2019;310;1;46;2;;3",
         "line 3, column “Carl Platz”: The place 3 of Carl contradicts the points."),
    Kept("a column beside a head of two rows, with a note under it", POINTS,
         "Datum;Anna;;Ben;;Carl;;Einsatz\n;Punkte;Platz;Punkte;Platz;Punkte;Platz;in €\n"
         "15.3.2019;310;1;46;2;-20;3;10\n22.3.2019;90;2;1250;1;0;3;20", THREE),
    Kept("a heading above a row for each player, with places", POINTS,
         "Whist am Freitag\nDatum;Spieler;Punkte;Platz\n15.3.2019;Anna;310;1\n15.3.2019;Ben;46;2\n"
         "15.3.2019;Carl;-20;3\n22.3.2019;Ben;1250;1\n22.3.2019;Anna;90;2\n22.3.2019;Carl;0;3",
         "2019-03-15 Anna 310 Ben 46 Carl -20\n2019-03-22 Ben 1250 Anna 90 Carl 0"),
    Kept("a heading that names a date", WHIST, f"Results by date\n{HEAD}{ROWS}", FOUR),
    Kept("games above the titles", WHIST, f"8.3.2019;1;2;3;4\n{HEAD}{ROWS}",
         "The first line must name the columns, one of them the date"),
    Kept("a winner who did not win", POINTS,
         "Datum;Anna;Ben;Carl;Sieger\n15.3.2019;310;46;-20;Ben\n22.3.2019;90;1250;0;Ben",
         "line 2: Ben did not win by these points."),
    Kept("a winner who did", POINTS,
         "Datum;Anna;Ben;Carl;Sieger\n15.3.2019;310;46;-20;Anna\n22.3.2019;90;1250;0;Ben", THREE),
    Kept("ties as 2= and T2", POINTS,
         "Date,Anna,Ben,Carl\n3/15/2019,1st,2=,2=\n3/22/2019,T1,T1,3.",
         "2019-03-15 Anna 1 Ben 2 Carl 2\n2019-03-22 Anna 1 Ben 1 Carl 3"),
    # Dates
    *(
        Kept(f"dates: {first}", POINTS, DATED.format(first, second), THREE)
        for first, second in (
            ("am Freitag, den 15. März 2019", "Fr. 22. Mrz. 2019"),
            ("freitags 15.3.'19", "Freitagabend 22.3.19"),
            ("Friday 15th of March, 2019", "Friday, March 22nd 2019"),
            ("2019-03-15T20:00", "2019-03-22T20:00:00Z"),
            ("20190315", "20190322"),
            ("15-Mar-19", "22-Mar-19"),
            ("15 במרס 2019", "22 במארס 2019"),
            ("ה-15 למרץ 2019", "ביום שישי 22.3.2019"),
            ("יום ו' 15 / 3 / 2019", "22 במרץ 2019"),
        )
    ),
    Kept("American dates", POINTS, DATED.format("3/4/2019", "3/5/2019"),
         "2019-03-04 Anna 310 Ben 46 Carl -20\n2019-03-05 Anna 90 Ben 1250 Carl 0",
         "order=month"),
    Kept("a day that is none", POINTS, DATED.format("35.3.2019", "22.3.2019"),
         "line 2, column “Datum”: “35.3.2019” is no date."),
    Kept("numbers of a spreadsheet for dates", POINTS, DATED.format("43539", "43546"),
         THREE),
    Kept("dates without a year", POINTS, DATED.format("15.3.", "22.3."),
         THREE, "year=2019"),
]  # fmt: skip
