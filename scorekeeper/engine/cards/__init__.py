"""Cards, seats, bids, auctions and tricks: the vocabulary of any card game."""
