"""Records of whole deals: their values, notation, parsing, and files of simulated deals."""
