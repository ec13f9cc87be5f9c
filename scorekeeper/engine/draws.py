"""Random numbers that are looked up, not used up: deal 7 has the same ones whoever asks, and when.

Each deal of a run has a stream of numbered 64-bit words, made by the finaliser of SplitMix64
(Steele, Lea and Flood 2014) from the seed, the number of the deal and the number of the word. A run
therefore comes out the same in chunks of any size, on any number of machines, and card by card in
the scalar engine as in the bulk one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from struct import Struct
from typing import NamedTuple

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

    def halves(self, count: int) -> tuple[int, ...]:
        """What the first slots hold, an even number of them."""
        many = _many(count // 2)
        words = mix(self.key * many.ones + many.steps, many.mask)
        return many.halves.unpack(words.to_bytes(many.halves.size, "little"))

    def below(self, count: int, slot: int) -> int:
        """A number from 0 to `count` - 1, each as likely but for 1 part in 2^32 / count."""
        return self.half(slot) * count >> 32


def stream(seed: int) -> int:
    """What the keys of a seed's deals are counted from."""
    return mix(seed * STEP + 1)


def mix(word: int, mask: int = WORD) -> int:
    """Turn a counter into 64 bits that look random; or each of those under a mask (see `_Many`)."""
    word &= mask
    word = (word ^ word >> SHIFTS[0] & mask) * MULTIPLIERS[0] & mask
    word = (word ^ word >> SHIFTS[1] & mask) * MULTIPLIERS[1] & mask
    return word ^ word >> SHIFTS[2] & mask


class _Many(NamedTuple):
    """Many words side by side in one whole number, 128 bits each, and so mixed in one go.

    A word of 64 bits times another never reaches the next one.

    ones      a 1 for each word
    steps     how far each is from the key of the deal
    mask      the 64 bits of each
    halves    how the bytes are told apart again
    """

    ones: int
    steps: int
    mask: int
    halves: Struct


@cache
def _many(count: int) -> _Many:
    ones = sum(1 << 128 * place for place in range(count))
    steps = sum((place + 1) * STEP << 128 * place for place in range(count))
    return _Many(ones, steps, ones * WORD, Struct("<" + "II8x" * count))
