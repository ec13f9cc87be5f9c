"""The scoring of Wizard: exact bids over hands of one card, of two, and so on.

Sources: the publisher's rules as on 64ouncegames.com and goodsams-florida.org; Wikipedia.
"""

from scorekeeper.engine.games.wizard.rulebook import WIZARD as WIZARD
