"""Two stored sources that are one: joined, with what rests on them, and parted again.

What cited the one cites the other, as one act of the history. The address of the source that went
and its citation lead to the other, so that neither links nor imports make it anew.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from evidence.claims.assertions import KINDS, recited
from evidence.drafts import Draft, is_blank
from evidence.history import note_before, note_version, revision, versions_together
from evidence.history.shared import content_of, delete_shared, note_shared
from evidence.models import (
    ClauseCitation,
    Evidence,
    GameRelation,
    Passage,
    Revision,
    SharedVersion,
    Source,
    SourceAlias,
)
from evidence.records.stored import as_draft
from evidence.search.index import together
from evidence.sources import StoreError, save_checked
from evidence.storing import store

FILLED = ("csl", "title", "year")
MOST = 1000  # records that are written in one request
PASSAGE = ("evidence__identifier", "number")
GAMES = ("game__slug", "relation", "target__slug", "locator")
CLAUSE = ("clause__ruleset__slug", "clause__name", "locator", "relation")


class JoinError(ValueError):
    """Why two sources cannot be joined."""


def join(old: Source, into: Source, *, by: Any, why: str = "") -> Revision:
    """Join a source into another. Raises JoinError; then nothing is changed."""
    if old.pk == into.pk:
        raise JoinError(_("A source cannot be joined with itself."))
    if Evidence.objects.filter(citations__source=old).distinct().count() > MOST:
        said = _("More than %(most)d records cite it: join the other source into this one.")
        raise JoinError(said % {"most": MOST})
    reason = _("source %(old)s joined into %(into)s") % {"old": old.slug, "into": into.slug}
    with transaction.atomic(), revision(": ".join(filter(None, (reason, why))), by) as act:
        list(Source.objects.select_for_update().filter(pk__in=(old.pk, into.pk)).order_by("pk"))
        passages = _passages_of(old)
        with together(), versions_together():
            _move_records(old, into, by)
        moved: dict[str, Any] = {"passages": passages} if passages else {}
        moved |= {"clauses": _move_clauses(old, into), "aliases": _move_aliases(old, into)}
        moved |= _move_games(old, into)
        _fill(into, old)
        slug, citation = old.slug, old.citation
        delete_shared(old)
        alias = {"slug": slug, "citation": citation, "source": into, "moved": moved}
        SourceAlias.objects.create(revision=act.row, **alias)
    return act.row


def part(act: Revision) -> None:
    """Make the sources again that an act joined into others; its records are undone after that."""
    for alias in SourceAlias.objects.filter(revision=act).select_related("source"):
        version = SharedVersion.objects.filter(revision=act, what="source", slug=alias.slug).last()
        if version is None or version.before is None:
            continue
        alias.delete()
        old = Source.objects.create(slug=alias.slug, **version.before)
        SourceAlias.objects.filter(slug__in=alias.moved.get("aliases", ())).update(source=old)
        for said in alias.moved.get("passages", ()):
            named = dict(zip(PASSAGE, said, strict=True))
            Passage.objects.filter(source=alias.source, **named).update(source=old)
        for said in alias.moved.get("clauses", ()):
            named = dict(zip(CLAUSE, said, strict=True))
            row = ClauseCitation.objects.filter(source=alias.source, **named).first()
            if row:
                ClauseCitation.objects.filter(pk=row.pk).update(source=old)
        for said in alias.moved.get("games", ()):
            related = dict(zip(GAMES, said, strict=True))
            GameRelation.objects.filter(source=alias.source, **related).update(source=old)


def _move_records(old: Source, into: Source, by: Any) -> None:
    rest_on_it = Q(citations__source=old) | Q(passages__source=old)
    for kind in KINDS.values():
        rest_on_it |= Q(**{f"{kind.related}__source": old})
    for record in Evidence.objects.filter(rest_on_it).distinct().order_by("pk"):
        draft = as_draft(record)
        note_before(record, draft)
        try:
            store(_cited(draft, old.citation, into.citation), user=by, whole=True)
        except StoreError as error:
            raise JoinError(str(error)) from error
        if record.passages.filter(source=old).update(source=into):
            note_version(record)


def _passages_of(source: Source) -> list[list[Any]]:
    rows = Passage.objects.filter(source=source).order_by("pk")
    return [list(row) for row in rows.values_list(*PASSAGE)]


def _cited(draft: Draft, old: str, into: str) -> Draft:
    """The draft that cites the other; a place that both were cited for is cited once."""
    renamed = [
        replace(row, citation=into if row.citation == old else row.citation, csl={})
        for row in draft.citations
    ]
    once = {row.own: row for row in renamed}
    keys = list(once)
    places = [keys.index(row.own) for row in renamed]
    quotations = tuple(
        row if row.citation is None else replace(row, citation=places[row.citation])
        for row in draft.quotations
    )
    return replace(
        recited(draft, old, into),
        citations=tuple(once.values()),
        quotations=quotations,
    )


def _move_clauses(old: Source, into: Source) -> list[list[str]]:
    rows = ClauseCitation.objects.filter(source=old)
    moved = [list(row) for row in rows.values_list(*CLAUSE)]
    rows.update(source=into)
    return moved


def _move_games(old: Source, into: Source) -> dict[str, Any]:
    """Relations of games that rest on it, by what names them."""
    rows = GameRelation.objects.filter(source=old)
    moved = [list(row) for row in rows.values_list(*GAMES)]
    rows.update(source=into)
    return {"games": moved} if moved else {}


def _move_aliases(old: Source, into: Source) -> list[str]:
    slugs = list(old.aliases.values_list("slug", flat=True))
    old.aliases.update(source=into)
    return slugs


def _fill(into: Source, old: Source) -> None:
    before = content_of(into)
    for name in FILLED:
        if is_blank(getattr(into, name)) and not is_blank(getattr(old, name)):
            setattr(into, name, getattr(old, name))
    if content_of(into) != before:
        save_checked(into)
        note_shared(into, before)
