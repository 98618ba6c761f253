"""Rulesets of a corpus: ludeme text, clauses and their citations, recorded games and moments.

A ruleset is two files: <slug>.lud holds the rules, <slug>.json all that is said about them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from django.db.models import Model

from evidence.importers.corpus_files import CorpusError, Row, read_object, read_text
from evidence.importers.corpus_readings import Keep, are_kept, store_readings
from evidence.models import ClauseCitation, Evidence, Source
from evidence.search.versions import note_change
from evidence.sources import plain
from evidence.vocabulary import Relation
from games.models import Clause, Game, Match, Moment, Ruleset
from games.replay import Replay
from games.results import settle
from games.stored_concepts import clauses_stored, store_concepts
from games.weighing import weigh, weigh_moments

T = TypeVar("T", bound=Model)
RULESET_KEYS = frozenset(
    {"slug", "game", "name", "kind", "summary", "pieces", "passages", "clauses", "matches"}
)
CLAUSE_KEYS = frozenset({"name", "title", "text", "status", "reason", "citations", "parts"})
CITATION_KEYS = frozenset({"source", "locator", "evidence", "relation"})
CITATION = ("clause_id", "source_id", "locator", "evidence_id", "relation")
MATCH_KEYS = frozenset({"slug", "title", "note", "options", "setup", "moves", "moments"})
MOMENT = ("ply", "clause_id", "role")
MOMENT_KEYS = frozenset({"ply", "clause", "role"})


@dataclass(frozen=True)
class RulesetFile:
    """The text of a ruleset, and what is said about it."""

    slug: str
    text: str
    row: Row


def read_rulesets(folder: Path) -> dict[str, RulesetFile]:
    """The rulesets of a folder and of folders in it, by slug; none if it is absent.

    Raises CorpusError.
    """
    texts, about = _by_slug(folder, ".lud"), _by_slug(folder, ".json")
    for slug in sorted(set(texts) ^ set(about)):
        there, missing = (texts, ".json") if slug in texts else (about, ".lud")
        raise CorpusError(
            f"{there[slug].with_suffix(missing)}: missing; a ruleset is a .lud and a .json file"
        )
    return {
        slug: RulesetFile(slug, read_text(texts[slug]), read_object(about[slug])) for slug in texts
    }


def _by_slug(folder: Path, ending: str) -> dict[str, Path]:
    """The files with that ending by their names, in the order of those."""
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob(f"*{ending}"), key=lambda path: path.stem):
        other = found.setdefault(path.stem, path)
        if other != path:
            raise CorpusError(f"{path}: {other} is a ruleset of the same name")
    return found


def store_ruleset(file: RulesetFile) -> str:
    """Store one ruleset with its clauses: "created", "changed" or "unchanged"."""
    row = file.row
    row.only(RULESET_KEYS)
    if row.may("slug", str, file.slug) != file.slug:
        row.fail("slug", f"is {row.data['slug']!r}: the file is called {file.slug}")
    ruleset, action = _put(
        Ruleset.objects.filter(slug=file.slug).first() or Ruleset(slug=file.slug),
        game=_game(row),
        name=row.need("name", str),
        kind=_choice(row, "kind", Ruleset.Kind.values),
        summary=row.may("summary", str, ""),
        text=file.text,
        pieces=row.may("pieces", dict, {}),
    )
    changed = _store_clauses(ruleset, list(row.rows("clauses")))
    store_concepts(ruleset)
    return "changed" if changed and action == "unchanged" else action


def _game(row: Row) -> Game:
    name = row.need("game", str)
    found = Game.objects.filter(slug=name).first() or Game.objects.filter(name=name).first()
    if found is None:
        row.fail("game", f"{name!r} is no game of the corpus: give a name or slug of a record's")
    return found


def _store_clauses(ruleset: Ruleset, rows: list[Row]) -> bool:
    stored = {clause.name: clause for clause in ruleset.clauses.all()}
    named: set[str] = set()
    new: list[Clause] = []
    changed = False
    for position, row in enumerate(rows):
        row.only(CLAUSE_KEYS)
        name = row.need("name", str)
        if name in named:
            row.fail("name", f"{name!r} is there twice")
        named.add(name)
        fields = {
            "position": position,
            "title": row.need("title", str),
            "text": row.need("text", str),
            "status": _choice(row, "status", Clause.Status.values),
            "reason": row.may("reason", str, ""),
        }
        if name in stored:
            changed |= _put(stored[name], **fields)[1] != "unchanged"
        else:
            new.append(Clause(ruleset=ruleset, name=name, **fields))
    Clause.objects.bulk_create(new)
    gone = ruleset.clauses.exclude(name__in=named)
    return bool(gone.delete()[0]) or changed or bool(new)


def store_play(file: RulesetFile, keep: Keep) -> bool:
    """Store passages, citations, parts, recorded games and moments; whether anything changed.

    Needs the records: a clause cites a source, and may name the evidence.
    """
    ruleset = Ruleset.objects.prefetch_related("clauses").get(slug=file.slug)
    clauses = {clause.name: clause for clause in ruleset.clauses.all()}
    cited = ClauseCitation.objects.filter(clause__ruleset=ruleset).exists()
    changed = False
    if not (cited and are_kept(file.row, keep)):  # claims of others name these citations
        changed |= _store_citations(ruleset, clauses, file.row)
    changed |= store_readings(file.row, ruleset, keep)
    clauses_stored.send(Ruleset, ruleset=ruleset)
    return _store_matches(ruleset, clauses, list(file.row.rows("matches"))) or changed


def _store_citations(ruleset: Ruleset, clauses: dict[str, Clause], file: Row) -> bool:
    known = _known(file)
    wanted = [
        _citation(clauses[row.data["name"]], citation, *known)
        for row in file.rows("clauses")
        for citation in row.rows("citations")
    ]
    stored = list(ClauseCitation.objects.filter(clause__ruleset=ruleset).order_by("pk"))
    if _rows(stored, CITATION) == _rows(wanted, CITATION):
        return False
    for row in stored:
        row.delete()
    ClauseCitation.objects.bulk_create(wanted)
    note_change({row.evidence_id for row in wanted if row.evidence_id})  # as each does by itself
    return True


def _known(file: Row) -> tuple[dict[str, Source], dict[str, Evidence]]:
    """The sources that clauses cite, by citation, and the records, by identifier."""
    rows = [row for clause in file.rows("clauses") for row in clause.rows("citations")]
    citations = [plain(row.need("source", str)) for row in rows]
    names = [row.maybe("evidence", str) for row in rows]
    sources = Source.objects.filter(citation__in=citations)
    records = Evidence.objects.filter(identifier__in=[name for name in names if name])
    return {each.citation: each for each in sources}, {each.identifier: each for each in records}


def _citation(
    clause: Clause, row: Row, sources: dict[str, Source], records: dict[str, Evidence]
) -> ClauseCitation:
    row.only(CITATION_KEYS)
    citation, identifier = plain(row.need("source", str)), row.maybe("evidence", str)
    source = sources.get(citation)
    if source is None:
        row.fail("source", f"{citation!r} is cited by no record: write it as a record does")
    record = records.get(identifier or "")
    if identifier and record is None:
        row.fail("evidence", f"{identifier!r} is no record of the corpus")
    return ClauseCitation(
        clause=clause,
        source=source,
        locator=row.may("locator", str, ""),
        evidence=record,
        relation=_choice(row, "relation", Relation.values, Relation.DESCRIBES),
    )


def _store_matches(ruleset: Ruleset, clauses: dict[str, Clause], rows: list[Row]) -> bool:
    slugs = [row.need("slug", str) for row in rows]
    examples = ruleset.matches.filter(origin=Match.Origin.EXAMPLE)
    changed = bool(examples.exclude(slug__in=slugs).delete()[0])
    stored = {match.slug: match for match in Match.objects.filter(slug__in=slugs)}
    for slug, row in zip(slugs, rows, strict=True):
        match = stored.setdefault(slug, Match(slug=slug))
        changed |= _store_match(match, ruleset, clauses, row)
    return changed


def _store_match(match: Match, ruleset: Ruleset, clauses: dict[str, Clause], row: Row) -> bool:
    row.only(MATCH_KEYS)
    differs = _differs(
        match,
        ruleset=ruleset,
        title=row.need("title", str),
        note=row.may("note", str, ""),
        digest=ruleset.digest,
        options=list(row.words("options")),
        setup=row.may("setup", str, ""),
        moves=list(row.words("moves")),
        origin=Match.Origin.EXAMPLE,
    )
    replay = Replay(match)
    if differs or not match.result:
        settle(match, replay)
        match.save()
    moments = [_moment(match, clauses, moment) for moment in row.rows("moments")]
    return _store_moments(match, moments, replay) or differs


def _store_moments(match: Match, moments: list[Moment], replay: Replay) -> bool:
    stored = list(match.moments.order_by("pk"))
    if _rows(stored, MOMENT) == _rows(moments, MOMENT):
        if any(moment.cost is None for moment in stored):
            weigh(match, replay)
        return False
    if stored:
        match.moments.all().delete()
    weigh_moments(moments, replay)
    Moment.objects.bulk_create(moments)
    return True


def _moment(match: Match, clauses: dict[str, Clause], row: Row) -> Moment:
    row.only(MOMENT_KEYS)
    ply, name = row.need("ply", int), row.need("clause", str)
    if not 0 <= ply <= len(match.moves):
        row.fail("ply", f"is {ply}: the game has {len(match.moves)} moves")
    if name not in clauses:
        row.fail("clause", f"{name!r} is no clause of this ruleset")
    role = _choice(row, "role", Moment.Role.values)
    return Moment(match=match, ply=ply, clause=clauses[name], role=role)


def _choice(row: Row, key: str, known: list[str], default: str | None = None) -> str:
    value = row.need(key, str) if default is None else row.may(key, str, default)
    if value not in known:
        row.fail(key, f"{value!r} is not one of {', '.join(known)}")
    return value


def _put(stored: T, **fields: Any) -> tuple[T, str]:
    new = stored.pk is None
    if not _differs(stored, **fields):
        return stored, "unchanged"
    stored.save()
    return stored, "created" if new else "changed"


def _differs(stored: Model, **fields: Any) -> bool:
    """Give a row these values; whether it is new, or had others."""
    new = stored.pk is None
    if not new and all(getattr(stored, name) == value for name, value in fields.items()):
        return False
    for name, value in fields.items():
        setattr(stored, name, value)
    return True


def _rows(rows: Iterable[Model], fields: tuple[str, ...]) -> list[tuple[Any, ...]]:
    return [tuple(getattr(row, name) for name in fields) for row in rows]
