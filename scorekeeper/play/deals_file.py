"""Files of simulated deals: columns, objects, arrays or whole records."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO

from scorekeeper.play.simulation import Batch, ListedDeals, Row, Run, csv_lines
from scorekeeper.seating import SEATS, seat_text, side_text

Keep = Callable[[Batch], None]
RECORDS = ".txt"
"""The suffix of files of whole records, which `check` reads; the run must store them."""


@contextmanager
def deals_writer(path: Path | None, run: Run) -> Iterator[Keep]:
    """Open a file for the deals of a run; yields a function that writes a batch.

    `.csv` has a column per seat or side, `.json` is a list of objects, `.txt` has a record per
    line, `.npz` holds arrays and needs the memory for all of them. Raises ValueError for another
    suffix.
    """
    if path is None:
        yield lambda _: None
        return
    match path.suffix.lower():
        case ".csv":
            with path.open("wb") as file:
                yield _csv(file, run)
        case ".json":
            with path.open("w", encoding="utf-8") as file:
                yield from _json(file)
        case ".npz":
            yield from _npz(path)
        case ".txt":
            with path.open("w", encoding="utf-8") as file:
                yield _records(file)
        case other:
            raise ValueError(f"“{other}” is no kind of file for hands: .csv, .json, .npz or .txt.")


def _csv(file: IO[bytes], run: Run) -> Keep:
    by_side = [*map(side_text, run.sides)]
    heads = dict.fromkeys(("tricks", "points", "made"), by_side)
    heads["contracts"] = [*map(seat_text, SEATS[: len(run.players)])]
    columns = [
        [f"{name}_{head}" for head in heads[name]] if name in heads else [name]
        for name in Row._fields
    ]
    file.write(csv_lines([chain.from_iterable(columns)]))

    def keep(batch: Batch) -> None:
        file.write(batch.csv())

    return keep


def _json(file: IO[str]) -> Iterator[Keep]:
    before = ["[\n"]

    def keep(batch: Batch) -> None:
        for row in batch.rows():
            file.write(before[0] + json.dumps(row._asdict()))
            before[0] = ",\n"

    yield keep
    file.write("\n]\n" if before[0] != "[\n" else "[]\n")


def _npz(path: Path) -> Iterator[Keep]:
    from scorekeeper.play.kernel.columns import BY_DEAL, Columns, columns_from_rows, joined  # noqa: PLC0415
    from scorekeeper.play.optional_numpy import np  # noqa: PLC0415  (only this file needs it)

    batches: list[Columns] = []
    rows: list[Row] = []

    def keep(batch: Batch) -> None:
        if isinstance(batch, Columns):
            batches.append(batch)
        else:
            rows.extend(batch.rows())

    yield keep
    whole = joined(batches) if batches else columns_from_rows(rows)
    columns = {name: getattr(whole, name) for name in ("first", "codes", *BY_DEAL)}
    np.savez_compressed(path, allow_pickle=False, **columns)


def _records(file: IO[str]) -> Keep:
    def keep(batch: Batch) -> None:
        assert isinstance(batch, ListedDeals)  # noqa: S101  (bulk runs store no records)
        file.writelines(f"{line}\n" for line in batch.records)

    return keep
