"""Records that lack something."""

from __future__ import annotations

import numpy
from numpy.typing import NDArray

from evidence.models import Citation, Evidence, Place
from evidence.quality.rows import Rows, newest_first, rows_of
from evidence.search.snapshot.current import current_snapshot
from evidence.search.snapshot.tables import FIRST_YEAR, LAST_YEAR, NO_TYPE, NOT_JUDGED

ID, GAME, TYPE, YEAR_FROM, YEAR_TO, CONFIDENCE = range(6)  # of the snapshot's table of records


def without_place() -> Rows:
    """Neither a point nor a region."""
    snapshot = current_snapshot()
    return _single(snapshot.pks[~snapshot.located])


def without_date() -> Rows:
    """Neither bound of the date is known."""
    records = current_snapshot().records
    open_ends = (records[:, YEAR_FROM] == FIRST_YEAR) & (records[:, YEAR_TO] == LAST_YEAR)
    return _single(records[open_ends, ID])


def without_type() -> Rows:
    """No type."""
    records = current_snapshot().records
    return _single(records[records[:, TYPE] == NO_TYPE, ID])


def without_confidence() -> Rows:
    """Nobody has judged it."""
    records = current_snapshot().records
    return _single(records[records[:, CONFIDENCE] == NOT_JUDGED, ID])


def without_reason() -> Rows:
    """Judged, without a word why."""
    found = Evidence.objects.filter(confidence__isnull=False, confidence_reason="")
    return rows_of(found.order_by().values_list("pk").iterator(10_000), 1)


def without_judge() -> Rows:
    """Judged, by nobody who is named."""
    found = Evidence.objects.filter(confidence__isnull=False, judged_by="")
    return rows_of(found.order_by().values_list("pk").iterator(10_000), 1)


def without_source() -> Rows:
    """No citation."""
    snapshot = current_snapshot()
    cited = numpy.isin(numpy.arange(snapshot.size), snapshot.links["sources"].owners)
    return _single(snapshot.pks[~cited])


def without_locator() -> Rows:
    """A citation that does not say where in the source."""
    found = Citation.objects.filter(locator="").order_by()
    return rows_of(found.values_list("evidence_id").iterator(10_000), 1)


def unsure_points() -> Rows:
    """A point without a word on how closely or how surely it is known."""
    found = Place.objects.filter(lat_u__isnull=False, precision="", certainty="").order_by()
    return rows_of(found.values_list("evidence_id").iterator(10_000), 1)


def _single(ids: NDArray[numpy.integer]) -> Rows:
    return newest_first(ids.reshape(-1, 1))
