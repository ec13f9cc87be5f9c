"""Random numbers by index: deal 7 has the same ones in every run, however many were drawn before.

Each deal of a run has a stream of numbered 64-bit words, made by the finaliser of SplitMix64
(Steele, Lea and Flood 2014) from the seed, the number of the deal and the number of the word. So a
run gives the same results in chunks of any size, on any number of machines, and in the scalar
engine as in the bulk simulator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from struct import Struct
from typing import NamedTuple

WORD = 2**64 - 1
STEP = 0x9E3779B97F4A7C15
MULTIPLIERS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
SHIFTS = (30, 27, 31)


@dataclass(frozen=True, slots=True)
class Draws:
    """The random numbers of one deal, by index: a slot always holds the same number."""

    key: int

    @classmethod
    def of(cls, seed: int, deal: int) -> Draws:
        """Return the random numbers of deal `deal`, from 0; any integer is a seed (modulo 2^64)."""
        return cls(mix(stream(seed) + deal * STEP))

    def half(self, slot: int) -> int:
        """Return the 32 random bits in a slot; a word of the stream fills two slots."""
        word = mix(self.key + (slot // 2 + 1) * STEP)
        return word >> 32 if slot % 2 else word & 0xFFFF_FFFF

    def tagged(self, slots: Tagged) -> tuple[int, ...]:
        """Return the values of many slots, with their lowest bits replaced by tags."""
        words = mix(self.key * slots.ones + slots.steps, slots.mask) & slots.kept | slots.tags
        return slots.halves.unpack(words.to_bytes(slots.halves.size, "little"))

    def below(self, count: int, slot: int) -> int:
        """Return a number from 0 to `count` - 1; uniform up to a bias of `count` / 2^32."""
        return self.half(slot) * count >> 32


def stream(seed: int) -> int:
    """Return the counter of deal 0 of a seed; each further deal adds `STEP` to it."""
    return mix(seed * STEP + 1)


def mix(word: int, mask: int = WORD) -> int:
    """Turn a counter into 64 random-looking bits; with `Tagged.mask`, many counters at once."""
    word &= mask
    word = (word ^ word >> SHIFTS[0] & mask) * MULTIPLIERS[0] & mask
    word = (word ^ word >> SHIFTS[1] & mask) * MULTIPLIERS[1] & mask
    return word ^ word >> SHIFTS[2] & mask


class Tagged(NamedTuple):
    """The first slots of a stream, with a tag in the lowest bits of each, computed in one step.

    The words stand side by side in one big integer, 128 bits each, so that the product of two
    64-bit words never reaches the next word.

    ones      a 1 for each word
    steps     the distance of each word from the key of the deal
    mask      the 64 bits of each word
    kept      the bits of the mask that stay random
    tags      the other bits
    halves    the format that splits the bytes again
    """

    ones: int
    steps: int
    mask: int
    kept: int
    tags: int
    halves: Struct

    @classmethod
    def of(cls, tags: Sequence[int], bits: int) -> Tagged:
        """Prepare the first `len(tags)` slots of a stream, one for each tag.

        The number of tags must be even. Each tag has at most `bits` bits.
        """
        words = [low | high << 32 for low, high in zip(tags[::2], tags[1::2], strict=True)]
        random = 0xFFFF_FFFF >> bits << bits
        return cls(
            _side_by_side([1] * len(words)),
            _side_by_side([(place + 1) * STEP for place in range(len(words))]),
            _side_by_side([WORD] * len(words)),
            _side_by_side([random | random << 32] * len(words)),
            _side_by_side(words),
            Struct("<" + "II8x" * len(words)),
        )


def _side_by_side(words: Sequence[int]) -> int:
    return sum(word << 128 * place for place, word in enumerate(words))
