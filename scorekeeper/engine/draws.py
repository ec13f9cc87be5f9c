"""Random numbers that are looked up, not used up: deal 7 has the same ones whoever asks, and when.

Each deal of a run has a stream of numbered 64-bit words, made by the finaliser of SplitMix64
(Steele, Lea and Flood 2014) from the seed, the number of the deal and the number of the word. A run
therefore comes out the same in chunks of any size, on any number of machines, and card by card in
the scalar engine as in the bulk one.
"""

from __future__ import annotations

from dataclasses import dataclass

WORD = 2**64 - 1
STEP = 0x9E3779B97F4A7C15
MULTIPLIERS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
SHIFTS = (30, 27, 31)


@dataclass(frozen=True, slots=True)
class Draws:
    """The random numbers of one deal: each has a slot, and a slot always holds the same number."""

    key: int

    @classmethod
    def of(cls, seed: int, deal: int) -> Draws:
        """The numbers of a deal, counted from 0; any whole number is a seed (modulo 2^64)."""
        return cls(mix(stream(seed) + deal * STEP))

    def half(self, slot: int) -> int:
        """32 random bits; a word of the stream fills two slots."""
        word = mix(self.key + (slot // 2 + 1) * STEP)
        return word >> 32 if slot % 2 else word & 0xFFFF_FFFF

    def halves(self, count: int) -> list[int]:
        """What the first slots hold, an even number of them."""
        words = [mix(self.key + number * STEP) for number in range(1, count // 2 + 1)]
        return [half for word in words for half in (word & 0xFFFF_FFFF, word >> 32)]

    def below(self, count: int, slot: int) -> int:
        """A number from 0 to `count` - 1, each as likely but for 1 part in 2^32 / count."""
        return self.half(slot) * count >> 32


def stream(seed: int) -> int:
    """What the keys of a seed's deals are counted from."""
    return mix(seed * STEP + 1)


def mix(word: int) -> int:
    """Turn a counter into 64 bits that look random."""
    word &= WORD
    word = (word ^ word >> SHIFTS[0]) * MULTIPLIERS[0] & WORD
    word = (word ^ word >> SHIFTS[1]) * MULTIPLIERS[1] & WORD
    return word ^ word >> SHIFTS[2]
