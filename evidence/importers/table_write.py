"""Writing the rows of a table's records: new ones in bulk, those that are stored by comparison."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Q
from django.utils import timezone

from evidence.bulk import free_ids, insert
from evidence.claims.assertions import KINDS
from evidence.drafts import Draft
from evidence.history import Act, last_numbers
from evidence.importers.portal_store import change_words
from evidence.importers.report import Report
from evidence.importers.table_drafts import Entry
from evidence.importers.table_file import Fault, Part
from evidence.importers.table_merge import completed, says_more
from evidence.importers.table_rows import (
    CITATION,
    PLACE,
    QUOTATION,
    RECORD,
    REGION,
    Made,
    MadePart,
    Plan,
)
from evidence.importers.table_sources import Sources
from evidence.models import (
    Citation,
    Evidence,
    Place,
    Quotation,
    RecordVersion,
    Region,
    RulesetLink,
    Term,
)
from evidence.records.stored import read_draft, with_all
from evidence.search.index import Membership, insert_members
from evidence.search.text import insert_words
from evidence.search.versions import MOST_PKS
from evidence.sources import StoreError, save_checked
from evidence.storing import store
from games.models import Ruleset

SHOWN = 200  # lines about fields that keep their value

LOCATED = slice(1 + PLACE.index("lat_u"), 2 + REGION)  # behind the record's id
Numbered = list[tuple[int, Made]]


class Created:
    """The ids of new records, as far as a change of the corpus lists them."""

    def __init__(self) -> None:
        self.count = 0
        self._pks: list[int] = []

    def add(self, pks: Collection[int]) -> None:
        """Some more."""
        self.count += len(pks)
        if self.count <= MOST_PKS:
            self._pks.extend(pks)

    @property
    def pks(self) -> list[int] | None:
        """All of them, or None if they are too many to list."""
        return self._pks if self.count <= MOST_PKS else None


class Writer:
    """Writes parts of a table, within one transaction and one revision."""

    def __init__(
        self, plan: Plan, report: Report, act: Act, *, user: User | None, update: bool
    ) -> None:
        self.plan, self.report, self.act, self.user, self.update = plan, report, act, user, update
        self.created = Created()
        self.kept: list[str] = []
        self.more_kept = 0
        self.now = connection.ops.adapt_datetimefield_value(timezone.now())
        self.regions = dict(Region.objects.values_list("slug", "pk"))
        self.rulesets = dict(Ruleset.objects.values_list("slug", "pk"))
        self.terms = {
            (name, word): pk
            for pk, name, word in Term.objects.values_list("pk", "vocabulary", "name")
        }
        self.sources = Sources(report)
        self.membership = Membership()

    def write(self, work: MadePart) -> list[Fault]:
        """Store what is new and what differs; the faults that only the database could show."""
        stored = _stored(work.made)
        cited = (citation[:2] for each in work.made for citation in each.citations)
        self.sources.store([*self._asserting(work.made), *cited])
        new = [each for each in work.made if not _keys(each) & stored.keys()]
        faults = list(self._add(new[::-1]))
        lines = {each.line for each in work.made} - {each.line for each in new}
        return [*faults, *self._compare(work.part, lines, stored)] if lines else faults

    def _asserting(self, made: Iterable[Made]) -> Iterator[tuple[str, str]]:
        """The sources on whose word assertions are made, which records need not cite."""
        for draft in (each.apart.draft for each in made if each.apart):
            for name in KINDS:
                for row in getattr(draft, name):
                    if row.source:
                        yield row.source, self.plan.known.slugs.get(row.source, "")

    def _add(self, made: list[Made]) -> Iterator[Fault]:
        """New records in their order, in bulk where they make no assertions."""
        for in_bulk, rows in groupby(made, key=lambda each: each.apart is None):
            if in_bulk:
                self._insert(list(rows))
            else:
                yield from self._store_all((each.apart, None) for each in rows if each.apart)

    def _insert(self, made: list[Made]) -> None:
        pks = free_ids(Evidence, len(made))
        rows = list(zip(pks, made, strict=True))
        adder = None if self.user is None else self.user.pk
        now = self.now
        insert(
            Evidence,
            ("id", *RECORD, "added_by_id", "added_at", "changed_at"),
            ((pk, *each.record, adder, now, now) for pk, each in rows),
        )
        self._insert_places(rows)
        self._insert_sources(rows)
        self._insert_links(rows)
        self._insert_versions(made)
        self.created.add(pks)
        self.report.count("records", "created", len(made))

    def _insert_places(self, rows: Numbered) -> None:
        places = [
            (pk, *place[:REGION], self.regions.get(place[REGION]), *place[REGION + 1 :])
            for pk, each in rows
            for place in each.places
        ]
        insert(Place, ("evidence_id", *PLACE), places)
        insert_members(
            self.membership.of(
                (pk, lat_u, lon_u, region) for pk, *_, lat_u, lon_u, region, _, _, _, _ in places
            )
        )

    def _insert_sources(self, rows: Numbered) -> None:
        insert(
            Citation,
            ("evidence_id", "position", "source_id", *CITATION),
            (
                (pk, position, self.sources.pk(citation), *said)
                for pk, each in rows
                for position, (citation, _slug, *said) in enumerate(each.citations)
            ),
        )
        insert(
            Quotation,
            ("evidence_id", *QUOTATION),
            ((pk, *quotation) for pk, each in rows for quotation in each.quotations),
        )
        insert_words([(pk, self.sources.with_titles(each)) for pk, each in rows])

    def _insert_links(self, rows: Numbered) -> None:
        terms = [(pk, self._term(*term)) for pk, each in rows for term in each.terms]
        insert(Evidence.terms.through, ("evidence_id", "term_id"), terms)
        insert(
            RulesetLink,
            ("evidence_id", "ruleset_id", "relation"),
            (
                (pk, self.rulesets[slug], relation)
                for pk, each in rows
                for slug, relation in each.rulesets
            ),
        )

    def _term(self, vocabulary: str, word: str) -> int:
        key = vocabulary, word
        if key not in self.terms:
            # A record that was stored by itself may have brought it.
            known = Term.objects.filter(vocabulary=vocabulary, name=word).first()
            term = known or Term(vocabulary=vocabulary, name=word)
            if known is None:
                save_checked(term)
            self.terms[key] = term.pk
        return self.terms[key]

    def _insert_versions(self, made: list[Made]) -> None:
        numbers = last_numbers([each.identifier for each in made])
        revision = self.act.row.pk
        insert(
            RecordVersion,
            ("identifier", "number", "revision_id", "content"),
            (
                (each.identifier, numbers.get(each.identifier, 0) + 1, revision, each.content)
                for each in made
            ),
        )

    def _compare(self, part: Part, lines: set[int], stored: dict[str, int]) -> Iterator[Fault]:
        entries = [
            entry
            for entry in self.plan.entries(part)
            if isinstance(entry, Entry) and entry.line in lines
        ]
        records = with_all(Evidence.objects.filter(pk__in=set(stored.values())))
        drafts = {record.pk: read_draft(record) for record in records}
        yield from self._store_all(
            (entry, drafts.get(stored.get(entry.draft.identifier, 0))) for entry in entries
        )

    def _store_all(self, entries: Iterable[tuple[Entry, Draft | None]]) -> Iterator[Fault]:
        for entry, stored in entries:
            try:
                self._store(entry, stored)
            except StoreError as error:
                yield Fault(entry.line, "", str(error))

    def _store(self, entry: Entry, stored: Draft | None) -> None:
        """Store a row; `stored` is the record of its identifier, before this part."""
        draft = completed(entry.draft, stored) if stored else entry.draft
        if stored and not says_more(draft, stored):
            self.report.count("records", "unchanged", 1)
            return
        change = store(draft, user=self.user, update=self.update)
        self.report.note("records", change.action)
        if change.kept and len(self.kept) < SHOWN:
            self.kept.append(f"{change.identifier}: {'; '.join(change_words(change))}")
        elif change.kept:
            self.more_kept += 1


def _keys(made: Made) -> set[str]:
    return {made.identifier, made.portal_id} if made.portal_id else {made.identifier}


def _stored(made: list[Made]) -> dict[str, int]:
    """The ids of the records that are stored under these identifiers or portal ids."""
    wanted = Q(identifier__among=[each.identifier for each in made])
    from_portal = [each.portal_id for each in made if each.portal_id]
    if from_portal:
        wanted |= Q(portal_id__among=from_portal)
    found: dict[str, int] = {}
    for pk, *keys in Evidence.objects.filter(wanted).values_list("pk", "identifier", "portal_id"):
        found.update(dict.fromkeys(filter(None, keys), pk))
    return found
