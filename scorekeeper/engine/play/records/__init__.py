"""Records of whole deals: the value, its notation, reading, and files of simulated deals."""
