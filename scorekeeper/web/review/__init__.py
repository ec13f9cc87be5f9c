"""Review: a game seen again, hand by hand, as a sheet, chart or big screen."""
