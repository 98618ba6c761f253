"""The filters that are set, in words: what a form says of itself on paper."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from evidence.pages.views.filters import Filters
from evidence.quoting import quoted
from evidence.search.values import NONE


def set_filters(filters: Filters) -> list[tuple[str, str]]:
    """Each filter that is set: what it is called, and its values."""
    return [*_typed(filters), *_chosen(filters), *_confidence(filters)]


def _typed(filters: Filters) -> Iterator[tuple[str, str]]:
    typed = filters.typed
    if text := typed.get("q"):
        yield _("Text"), quoted(text)
    years = [typed.get(name) and said % typed[name] for name, said in _years().items()]
    if any(years):
        yield _("Years"), " ".join(filter(None, years))
    words = {"include": _("Include"), "exclude": _("Leave out"), "only": _("Only these")}
    if said := words.get(typed.get("undated", "")):
        yield _("Undated records"), said
    if typed.get("open_ends"):
        yield _("Unknown start or end"), _("Only as far as known")
    if said := words.get(typed.get("unlocated", "")):
        yield _("Records without a place"), said


def _years() -> dict[str, str]:
    return {"year_from": _("from %s"), "year_to": _("to %s")}


def _chosen(filters: Filters) -> Iterator[tuple[str, str]]:
    options = [option for _heading, each_of in filters.regions for option in each_of]
    regions = [option.label.strip() for option in options if option.chosen]
    regions += [_("Within the selected area")] if filters.typed.get("bbox") else []
    regions += [_("In the area that was drawn")] if filters.typed.get("polygon") else []
    if regions:
        yield _("Region"), "; ".join(regions)
    for group in filters.groups:
        if group.chosen:
            options = [*group.shown, *group.more]
            yield str(group.label), "; ".join(each.label for each in options if each.chosen)


def _confidence(filters: Filters) -> Iterator[tuple[str, str]]:
    if least := filters.typed.get("confidence_min"):
        said = _("not rated") if least == NONE else _("at least %(n)s") % {"n": least}
        yield _("Confidence"), said
