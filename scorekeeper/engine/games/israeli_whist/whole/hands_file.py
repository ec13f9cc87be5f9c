"""Writing simulated hands to a file: CSV and JSON as they come, NPZ at the end."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TextIO

from scorekeeper.engine.cards.pbn import LETTERS
from scorekeeper.engine.games.israeli_whist.whole.bulk.simulate import Deals
from scorekeeper.engine.games.israeli_whist.whole.simulation import joined, rows
from scorekeeper.engine.optional_numpy import np

Keep = Callable[[Deals, int], None]


@contextmanager
def hands_file(path: Path | None) -> Iterator[Keep]:
    """Open a file for hands; what it gives takes some deals and the number of the first.

    `.npz` holds the columns of `Deals` and needs the memory for all of them; `.csv` has a column a
    seat, `.json` is a list of objects. Raises ValueError for another kind of file.
    """
    if path is None:
        yield lambda _deals, _first: None
        return
    match path.suffix.lower():
        case ".csv":
            with path.open("w", newline="", encoding="utf-8") as file:
                yield _csv(file)
        case ".json":
            with path.open("w", encoding="utf-8") as file:
                yield from _json(file)
        case ".npz":
            kept: list[Deals] = []
            yield lambda deals, _: kept.append(deals)
            every = joined(kept)
            columns = {field.name: getattr(every, field.name) for field in fields(Deals)}
            np.savez_compressed(path, allow_pickle=False, **columns)
        case other:
            raise ValueError(f"“{other}” is no kind of file for hands: .csv, .json or .npz.")


def _csv(file: TextIO) -> Keep:
    writer = csv.writer(file)
    heading: list[str] = []

    def keep(deals: Deals, first: int) -> None:
        for row in rows(deals, first):
            if not heading:
                heading.extend(_heading(row))
                writer.writerow(heading)
            writer.writerow(_flat(row))

    return keep


def _json(file: TextIO) -> Iterator[Keep]:
    before = ["[\n"]

    def keep(deals: Deals, first: int) -> None:
        for row in rows(deals, first):
            file.write(before[0] + json.dumps(row))
            before[0] = ",\n"

    yield keep
    file.write("\n]\n" if before[0] != "[\n" else "[]\n")


def _heading(row: dict[str, object]) -> Iterator[str]:
    for name, value in row.items():
        yield from (
            (f"{name}_{letter}" for letter in LETTERS) if isinstance(value, list) else (name,)
        )


def _flat(row: dict[str, object]) -> Iterator[object]:
    for value in row.values():
        if isinstance(value, list):
            yield from value
        else:
            yield value
