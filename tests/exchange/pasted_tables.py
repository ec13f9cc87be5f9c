"""Tables of hands as people paste them: from spreadsheets, messengers and paper notes.

Each has the game, the players, the text, and what must become of it: the final totals, or a part
of the reason why it is refused.
"""

from __future__ import annotations

from typing import NamedTuple

FOUR = ("Anna", "Ben", "Carl", "Dana")
THREE = ("Anna", "Ben", "Carl")
HEBREW = ("אנה", "בני", "כרמל", "דנה")
AFTER_ONE = (-20, 19, -10, -40)  # the example of pagat.com's German page
AFTER_TWO = (-40, 38, -20, -80)
POINTS = (-6, 38, 36, -50)


class Pasted(NamedTuple):
    """A table; `result` are the totals after it, or the reason why it is refused.

    It is "unclear" if the page asks for the meaning of its numbers or doubts them all, and
    "doubtful" if the game cannot give them. If a line must be confirmed, it is a part of the
    reason.
    """

    name: str
    game: str
    players: tuple[str, ...]
    text: str
    result: tuple[int, ...] | str


def rows(*lines: str, by: str = "\t") -> str:
    """Lines whose cells are parted by `by` in place of a bar."""
    return "\n".join(line.replace("|", by) for line in lines)


TABLES = [
    Pasted(
        "a row of zeros before the first hand", "israeli-whist", FOUR,
        rows("Hand|Anna|Ben|Carl|Dana", "Start|0|0|0|0", "1|-20|19|-10|-40"),
        AFTER_ONE,
    ),
    Pasted(
        "points from before, which the game has not", "israeli-whist", FOUR,
        rows("Hand|Anna|Ben|Carl|Dana", "Start|0|46|0|-5", "1|-20|19|-10|-40"),
        "line 2: West has 0 before the first of these hands, not 46: enter the starting points",
    ),
    Pasted(
        "sums without a label under “points” of each player", "points", FOUR,
        rows("Anna points|Ben points|Carl points|Dana points", "10|20|30|40", "1|2|3|4",
             "11|22|33|44"),
        "line 4: These are the sums of other rows: is this a row of totals?",
    ),
    Pasted(
        "a spreadsheet with contracts and tricks", "israeli-whist", FOUR,
        rows("#|Dealer|Bid|Declarer|Anna|Ben|Carl|Dana", "1|Anna|7C|Carl|2/0|3/3|7/8|0/2"),
        AFTER_ONE,
    ),
    Pasted(
        "the same, where the spreadsheet made a date of 3/3 in English", "israeli-whist", FOUR,
        rows("#|Bid|Declarer|Anna|Ben|Carl|Dana", "1|7C|Carl|2/0|3-Mar|7/8|0/2"),
        AFTER_ONE,
    ),
    Pasted(
        "the same in German, with two dates", "israeli-whist", FOUR,
        rows("Nr|Gebot|Trumpfmacher|Anna|Ben|Carl|Dana", "1|7 Kreuz|Carl|2/0|03. Mrz|07. Aug|0/2"),
        AFTER_ONE,
    ),
    Pasted(
        "American dates of 7/8", "israeli-whist", FOUR,
        rows("Bid|Declarer|Anna|Ben|Carl|Dana", "7C|Carl|2/0|3-Mar|8-Jul|0/2"),
        "unclear",
    ),
    Pasted(
        "whole dates", "israeli-whist", FOUR,
        rows("Bid|Declarer|Anna|Ben|Carl|Dana", "7C|Carl|2/0|3/3/2026|7/8/2026|0/2"),
        "unclear",
    ),
    Pasted(
        "a head of two rows", "israeli-whist", FOUR,
        rows("#|Bid|By|Anna||Ben||Carl||Dana|", "|||bid|took|bid|took|bid|took|bid|took",
             "1|7♣|Carl|2|0|3|3|7|8|0|2"),
        AFTER_ONE,
    ),
    Pasted(
        "a column beside a head of two rows, with a note under it", "israeli-whist", FOUR,
        rows("#|Bid|By|Anna||Ben||Carl||Dana||Pot", "|||bid|took|bid|took|bid|took|bid|took|€",
             "1|7♣|Carl|2|0|3|3|7|8|0|2|5"),
        AFTER_ONE,
    ),
    Pasted(
        "“Anna bid” and “Anna made”", "israeli-whist", FOUR,
        rows("Bid|Declarer|Anna bid|Anna made|Ben bid|Ben made|Carl bid|Carl made|Dana bid|"
             "Dana made", "7C|Carl|2|0|3|3|7|8|0|2", by=";"),
        AFTER_ONE,
    ),
    Pasted(
        "NT7 and a note of who won by the first letter", "israeli-whist", FOUR,
        rows("bid,by,A,B,C,D", "NT7,C,2/0,3/3,7/8,0/2"),
        AFTER_ONE,
    ),
    Pasted(
        "a title above the head, a total below", "israeli-whist", FOUR,
        rows("Thursday at Carl's", "", "Hand|Bid|Declarer|Anna|Ben|Carl|Dana",
             "1|7C|Carl|2/0|3/3|7/8|0/2", "2|7C|Carl|2/0|3/3|7/8|0/2", "|||||||",
             "Total|||-40|38|-20|-80"),
        AFTER_TWO,
    ),
    Pasted(
        "Hebrew, right to left", "israeli-whist", HEBREW,
        rows("יד|הצעה|קובע השליט|אנה|בני|כרמל|דנה", "1|7 תלתן|כרמל|2/0|3/3|7/8|0/2"),
        AFTER_ONE,
    ),
    Pasted(
        "Hebrew points with a row of totals", "israeli-whist", HEBREW,
        rows("יד|אנה|בני|כרמל|דנה", "1|-20|19|-10|-40", "2|14|19|46|-10", "סה״כ|-6|38|36|-50"),
        POINTS,
    ),
    Pasted(
        "plain names as columns of points", "israeli-whist", FOUR,
        rows("Anna|Ben|Carl|Dana", "-20|19|-10|-40", "14|19|46|-10"),
        POINTS,
    ),
    Pasted(
        "points with bid and declarer", "israeli-whist", FOUR,
        rows("Bid|Declarer|Anna|Ben|Carl|Dana", "7♣|Carl|-20|19|-10|-40", "6♥|Dana|14|19|46|-10"),
        POINTS,
    ),
    Pasted(
        "decimals as a German spreadsheet writes them", "israeli-whist", FOUR,
        rows("Runde;Anna;Ben;Carl;Dana", "1;-20,0;19,0;-10,0;-40,0", "2;14,0;19,0;46,0;-10,0"),
        POINTS,
    ),
    Pasted(
        "minus signs of a word processor, plus signs", "israeli-whist", FOUR,
        rows("Anna|Ben|Carl|Dana", "\u221220|+19|\u221210|\u221240", "+14|+19|+46|-10", by="; "),
        POINTS,
    ),
    Pasted(
        "the dash of a word processor for minus", "israeli-whist", FOUR,
        rows("Anna|Ben|Carl|Dana", "–20|19|–10|–40", "14|19|46|-10"),
        POINTS,
    ),
    Pasted(
        "negative numbers in brackets", "israeli-whist", FOUR,
        rows("Anna|Ben|Carl|Dana", "(20)|19|(10)|(40,0)", "14|19|46|-10"),
        POINTS,
    ),
    Pasted(
        "rows of averages and places below the total", "points", THREE,
        rows("Runde|Anna|Ben|Carl", "1|40|35|30", "2|61|64|20", "Summe|101|99|50",
             "Ø|50,5|49,5|25", "Platz|1|2|3"),
        (101, 99, 50),
    ),
    Pasted(
        "running totals of either sign, which nothing names", "israeli-whist", FOUR,
        rows("Anna|Ben|Carl|Dana", "14|46|-10|11", "40|-4|9|46", "30|10|83|65", "57|58|102|90"),
        "unclear",
    ),
    Pasted(
        "points of either sign", "israeli-whist", FOUR,
        rows("Anna|Ben|Carl|Dana", "14|46|-10|11", "26|-50|19|35", "-10|14|74|19"),
        (30, 10, 83, 65),
    ),
    Pasted(
        "running totals, said by the last row", "israeli-whist", FOUR,
        rows("Hand|Anna|Ben|Carl|Dana", "1|-20|19|-10|-40", "2|-6|38|36|-50", "Total|-6|38|36|-50"),
        "unclear",
    ),
    Pasted(
        "running totals in columns of their own", "israeli-whist", FOUR,
        rows("Hand|Anna total|Ben total|Carl total|Dana total", "1|-20|19|-10|-40",
             "2|-6|38|36|-50"),
        POINTS,
    ),
    Pasted(
        "points and running totals side by side", "israeli-whist", FOUR,
        rows("|Anna||Ben||Carl||Dana|", "Hand|points|total|points|total|points|total|points|total",
             "1|-20|-20|19|19|-10|-10|-40|-40", "2|14|-6|19|38|46|36|-10|-50").replace(
                 "\nHand\t", "\n\t"),
        POINTS,
    ),
    Pasted(
        "a running total that is wrong", "israeli-whist", FOUR,
        rows("Anna points|Anna total|Ben points|Carl points|Dana points", "-20|-20|19|-10|-40",
             "14|15|19|46|-10"),
        "The total of South is -6 after this hand, not 15.",
    ),
    Pasted(
        "running totals that nothing names", "points", THREE,
        rows("Anna|Ben|Carl", "20|10|30", "45|35|40", "60|70|55", "85|90|80"),
        "unclear",
    ),
    Pasted(
        "an unnamed row of sums at the end", "points", THREE,
        rows("Anna|Ben|Carl", "20|10|30", "5|35|0", "25|45|30"),
        "unclear",
    ),
    Pasted(
        "a sum after every hand", "israeli-whist", FOUR,
        rows("Hand|Anna|Ben|Carl|Dana", "1|-20|19|-10|-40", "=|-20|19|-10|-40", "2|14|19|46|-10",
             "=|-6|38|36|-50"),
        "unclear",
    ),
    Pasted(
        "the newest hand first", "israeli-whist", FOUR,
        rows("Hand|Bid|Declarer|Anna|Ben|Carl|Dana", "2|8C|Carl|2/0|3/3|8/8|1/2",
             "1|7C|Carl|2/0|3/3|7/8|0/2"),
        (-40, 38, 64, -50),
    ),
    Pasted(
        "a hand number twice", "israeli-whist", FOUR,
        rows("Hand|Anna|Ben|Carl|Dana", "1|-20|19|-10|-40", "1|14|19|46|-10"),
        "Hand 1 is here twice.",
    ),
    Pasted(
        "a hand number left out", "israeli-whist", FOUR,
        rows("Hand|Anna|Ben|Carl|Dana", "1|-20|19|-10|-40", "3|14|19|46|-10"),
        "Hand 2 is missing: this is hand 3.",
    ),
    Pasted(
        "the end of a table, without its first rows", "israeli-whist", FOUR,
        rows("Hand|Anna|Ben|Carl|Dana", "3|-20|19|-10|-40", "4|14|19|46|-10"),
        "Hand 1 is missing: this is hand 3.",
    ),
    Pasted(
        "decimal commas between commas", "points", THREE,
        "Anna,Ben,Carl\n10,0,20,0,5,0",
        "The row has more cells than there are titles.",
    ),
    Pasted(
        "a player without a column", "israeli-whist", FOUR,
        rows("Anna|Ben|Carl", "-20|19|-10"),
        "A number is missing in this row.",
    ),
    Pasted(
        "half points", "points", THREE,
        rows("Anna;Ben;Carl", "1,5;2;3"),
        "is not a whole number",
    ),
    Pasted(
        "a messenger, without a head", "israeli-whist", FOUR,
        "Runde 1: 35 20 -10 40\nRunde 2: 10 10 60 -20",
        "The first line must name the columns",
    ),
    Pasted(
        "a messenger, with the names first", "points", FOUR,
        "Anna Ben Carl Dana\n10 0 5 20\n0 15 10 5\n",
        (10, 15, 15, 25),
    ),
    Pasted(
        "a table in Markdown", "points", THREE,
        "| Round | Anna | Ben | Carl |\n|------:|-----:|----:|-----:|\n| 1 | 10 | 20 | 0 |\n"
        "| 2 | 5 | 0 | 30 |\n| **Total** | 15 | 20 | 30 |",
        (15, 20, 30),
    ),
    Pasted(
        "Oh Hell with bids and tricks", "oh-hell", THREE,
        "Anna;Ben;Carl\n1/10;0/0;0/0\n0/0;9/9;1/0",
        (10, 29, 10),
    ),
    Pasted(
        "Hearts, points alone, on blanks", "hearts", FOUR,
        "Anna  Ben  Carl  Dana\n13  5  8  0\n0  0  1  25",
        (13, 5, 9, 25),
    ),
    Pasted(
        "a list of Skat with empty columns and notes", "points", THREE,
        rows("Spiel|Anna|Ben|Carl|Bemerkung", "1|48|0|0|Grand", "2|0|\u221260|0|verloren",
             "3|0|0|23|", "Summe|48|-60|23|"),
        (48, -60, 23),
    ),
    Pasted(
        "one trick too many", "israeli-whist", FOUR,
        rows("Bid|Declarer|Anna|Ben|Carl|Dana", "7C|Carl|2/1|3/3|7/8|0/2"),
        "1 trick too many",
    ),
    Pasted(
        "dates that can be read in two ways", "israeli-whist", FOUR,
        rows("Anna|Ben|Carl|Dana", "2/0|3-May|4-Feb|6-Jun"),
        "A spreadsheet made a date of two numbers",
    ),
    Pasted(
        "running totals of three hands", "israeli-whist", FOUR,
        rows("Runde|Anna|Ben|Carl|Dana", "1|-20|19|-10|-40", "2|-6|38|36|-50", "3|29|57|26|-60"),
        "unclear",
    ),
    Pasted(
        "running totals of two hands, which Israeli Whist cannot give as points", "israeli-whist",
        FOUR, rows("Anna|Ben|Carl|Dana", "-20|19|-10|-40", "-6|38|36|-50"),
        "unclear",
    ),
    Pasted(
        "running totals at Wizard", "wizard", THREE,
        rows("Runde|Anna|Ben|Carl", "1|20|-10|30", "2|40|20|20", "3|30|60|50"),
        "unclear",
    ),
    Pasted(
        "running totals of two hands at Hearts", "hearts", FOUR,
        rows("Anna|Ben|Carl|Dana", "13|5|8|0", "13|5|9|25"),
        "unclear",
    ),
    Pasted(
        "running totals at Hearts, which would end the game as points", "hearts", FOUR,
        rows("Anna|Ben|Carl|Dana", "13|5|8|0", "13|5|9|25", "20|24|9|25", "22|30|27|25",
             "40|36|27|27", "45|40|44|27", "50|40|65|27", "60|56|65|27"),
        "unclear",
    ),
    Pasted(
        "points that Israeli Whist cannot give", "israeli-whist", FOUR,
        rows("Anna|Ben|Carl|Dana", "13|19|-10|-40"),
        "doubtful",
    ),
    Pasted(
        "points at Hearts, and nobody has the queen", "hearts", FOUR,
        rows("Anna|Ben|Carl|Dana", "10|9|7|0"),
        "doubtful",
    ),
    Pasted(
        "two packs of points at Hearts", "hearts", FOUR,
        rows("Anna|Ben|Carl|Dana", "13|13|13|13"),
        "doubtful",
    ),
    Pasted(
        "the moon at Hearts", "hearts", FOUR,
        rows("Anna|Ben|Carl|Dana", "0|26|26|26", "13|5|8|0"),
        (13, 31, 34, 26),
    ),
    Pasted(
        "more points at Wizard than one trick gives", "wizard", THREE,
        rows("Anna|Ben|Carl", "25|-10|20"),
        "doubtful",
    ),
    Pasted(
        "bid and tricks of each of four at Spades", "spades", FOUR,
        "Anna;Ben;Carl;Dana\n3/4;4/3;2/2;3/4",
        (51, 70),
    ),
    Pasted(
        "bid and tricks at Spades in columns of their own", "spades", FOUR,
        rows("Anna bid|Anna tricks|Ben bid|Ben tricks|Carl bid|Carl tricks|Dana bid|Dana tricks",
             "3|4|4|3|2|2|3|4"),
        (51, 70),
    ),
    Pasted(
        "the tricks of the side at both partners", "spades", FOUR,
        "Anna;Ben;Carl;Dana\n3/6;4/7;2/6;3/7",
        (51, 70),
    ),
    Pasted(
        "fourteen tricks at Spades", "spades", FOUR,
        "Anna;Ben;Carl;Dana\n3/4;4/3;2/3;3/4",
        "1 trick too many",
    ),
    Pasted(
        "nil in a word", "spades", FOUR,
        "Anna;Ben;Carl;Dana\n4/5;nil/0;3/4;4/4",
        (72, 140),
    ),
    Pasted(
        "running totals at Spades, where bags go on", "spades", FOUR,
        rows("Anna|Ben|Carl|Dana", "51|70|51|70", "92|120|92|120"),
        "In this game, a hand leaves more than points to the next",
    ),
    Pasted(
        "a row of dashes for a hand that all passed", "israeli-whist", FOUR,
        rows("Gebot|Trumpfmacher|Anna|Ben|Carl|Dana", "7C|Carl|2/0|3/3|7/8|0/2", "-|-|-|-|-|-",
             "7C|Carl|2/0|3/3|7/8|0/2"),
        AFTER_TWO,
    ),
    Pasted(
        "a decimal that is no bid", "israeli-whist", FOUR,
        rows("Anna|Ben|Carl|Dana", "46,5|19|-10|-40"),
        "“46,5” is not a whole number.",
    ),
    Pasted(
        "a name of two words between blanks", "points", ("Anna Maria", "Ben", "Carl"),
        "Anna Maria Ben Carl\n10 20 30\n5 5 0",
        (15, 25, 30),
    ),
    Pasted(
        "an empty cell between blanks", "points", THREE,
        "Runde  Anna  Ben  Carl\n1  10    30\n2  5  5  0",
        "3 cells under 4 titles",
    ),
    Pasted(
        "a column of stakes", "points", THREE,
        rows("Anna|Ben|Carl|Einsatz", "10|20|30|5", "5|5|0|5"),
        (15, 25, 30),
    ),
    Pasted(
        "a minus behind the number", "points", THREE,
        rows("Anna|Ben|Carl", "20-|19|(10)", "25|5 \u2212|\uff0d3"),
        (5, 14, -13),
    ),
    Pasted(
        "a column called by the first letter of a player", "points", ("Anna", "Ben", "Ruth"),
        rows("R|Anna|Ben|Ruth", "1|10|20|30", "2|5|5|0"),
        (15, 25, 30),
    ),
    Pasted(
        "a plus in brackets", "points", THREE,
        rows("Anna|Ben|Carl", "(+20)|(-5)|(10)"),
        (20, -5, -10),
    ),
    Pasted(
        "tricks without contracts", "israeli-whist", FOUR,
        rows("Bid|Declarer|Anna|Ben|Carl|Dana", "7H|Ben|4|4|2|3"),
        "'s contract?",
    ),
    Pasted(
        "one number a player at Call Break: bids, or tricks", "call-break", FOUR,
        rows("Anna|Ben|Carl|Dana", "4|4|2|3"),
        "'s call?",
    ),
    Pasted(
        "all points in one cell", "points", THREE,
        rows("Hand|Points", "1|(20) 19 5-", "2|-4, 6, \u22123"),
        (-24, 25, -8),
    ),
    Pasted(
        "points in one cell, of which one is no number", "points", THREE,
        rows("Hand|Points", "1|20 x 5"),
        "“x” is not a whole number.",
    ),
    Pasted(
        "partners with points of their own", "bid-whist", FOUR,
        rows("Anna|Ben|Carl|Dana", "4|0|5|0"),
        "Partners have the same points, but here 4, 5: write their points together",
    ),
    Pasted(
        "a word of another language before a wrong sum", "points", THREE,
        rows("|Anna|Ben|Carl", "|20|10|30", "|5|-35|0", "Totale|25|-24|30"),
        "line 4: Is “Totale” a hand?",
    ),
    Pasted(
        "a word before each hand, and a note before one", "points", THREE,
        rows("|Notes|Anna|Ben|Carl", "one||20|10|30", "two|late|5|35|0"),
        (25, 45, 30),
    ),
    Pasted(
        "a number left out, so that the stake slips under a player", "points", THREE,
        rows("Anna|Ben|Carl|Einsatz", "10|20|30|5", "5|10|5|5", "7|8|5"),
        "line 4: The row ends early: does each cell stand in its column?",
    ),
    Pasted(
        "a column for two players of one name", "points", THREE,
        rows("Anna|Ben|Carl|Anna", "10|20|30|10", "5|5|0|7"),
        "line 3, column “Anna”: The second column of this title is not read; it has 7.",
    ),
]  # fmt: skip
