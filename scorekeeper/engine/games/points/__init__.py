"""Points: a plain score sheet for any game; two to ten sides, one number per side and round."""

from scorekeeper.engine.games.points.rulebook import POINTS_SHEET as POINTS_SHEET
