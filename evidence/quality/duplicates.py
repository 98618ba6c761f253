"""Records that may be one."""

from __future__ import annotations

from itertools import chain

import numpy
from numpy.typing import NDArray

from evidence.models import Citation
from evidence.quality.records import GAME, ID, TYPE, YEAR_FROM, YEAR_TO
from evidence.quality.rows import Rows, repeated
from evidence.search.snapshot.current import current_snapshot
from evidence.search.snapshot.tables import FIRST_YEAR, LAST_YEAR


def at_one_locator() -> Rows:
    """Record, first record of the same game that rests on the same place of the same source."""
    rows = Citation.objects.exclude(locator="").order_by()
    found = rows.values_list("evidence_id", "source_id", "locator").iterator(20_000)
    table = numpy.fromiter(
        chain.from_iterable((record, source, hash(where)) for record, source, where in found),
        dtype=numpy.int64,
    ).reshape(-1, 3)
    records = current_snapshot().records
    known, at = _among(records[:, ID], table[:, 0])
    ids, sources, locators = table[known].T
    return repeated(ids, sources, locators, records[at, GAME])


def at_one_place_and_date() -> Rows:
    """Record, first record of the same game and type with a point and its dates in common."""
    snapshot = current_snapshot()
    points = snapshot.points
    records = snapshot.records[points.owners]
    dated = (records[:, YEAR_FROM] > FIRST_YEAR) | (records[:, YEAR_TO] < LAST_YEAR)
    columns = (
        points.latitudes,
        points.longitudes,
        *(records[:, each] for each in (GAME, TYPE, YEAR_FROM, YEAR_TO)),
    )
    return repeated(records[dated, ID], *(column[dated] for column in columns))


Numbers = NDArray[numpy.integer]


def _among(ids: Numbers, wanted: Numbers) -> tuple[NDArray[numpy.bool_], Numbers]:
    """Which of the wanted ids are there, and the rows where these are; ids in any order."""
    order = numpy.argsort(ids)
    at = numpy.searchsorted(ids, wanted, sorter=order)
    at[at == len(ids)] = 0
    rows = order[at] if len(ids) else at
    known = ids[rows] == wanted if len(ids) else numpy.zeros(len(wanted), dtype=bool)
    return known, rows[known]
