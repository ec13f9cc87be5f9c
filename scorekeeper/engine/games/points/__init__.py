"""Points: a plain sheet for any game; two to ten sides, a number a side and round."""

from scorekeeper.engine.games.points.rulebook import POINTS_SHEET as POINTS_SHEET
