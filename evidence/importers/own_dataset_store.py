"""A CLDF dataset that this project has written, stored again: games, sources and records.

Rulesets are not stored from here: they are programs, which somebody drafts and another publishes.
What points at one that is not stored, or has no such clause, is left out and named.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from evidence.claims.game_relations import drafts_of, store_relations
from evidence.claims.values import without_unknown
from evidence.drafts import Draft
from evidence.exporters.cldf_tables import RULESETS
from evidence.history.shared import content_of, note_shared
from evidence.importers.bibtex import read_bibtex
from evidence.importers.dataset import Dataset, DatasetError
from evidence.importers.dataset_steps import (
    Options,
    Run,
    as_one_act,
    step,
    store_game,
    store_record,
)
from evidence.importers.own_dataset import ClauseName, OwnDataset
from evidence.importers.reference import BibliographyError, text_of
from evidence.importers.references import Known, store_reference
from evidence.importers.report import Progress, Report
from evidence.records.ahead import ReadAhead
from games.models import Clause, Game, Ruleset


def import_own(dataset: Dataset, options: Options, *, dry_run: bool, progress: Progress) -> Report:
    """Store a dataset; what is stored is compared and completed. Raises DatasetError."""
    data = _opened(dataset)
    run = Run(options, Report(), dry_run)
    games, records = list(data.games()), list(data.records())
    total = len(games) + len(data.bibliography) + len(records)
    steps = chain(
        _games(data, run), _sources(data, run), _relations(data, run), _records(data, run)
    )
    with as_one_act(dataset.folder, run):
        for _done in steps:
            progress(len(run.report.outcomes), total)
    _compare_rulesets(data, run.report)
    return run.report


def _opened(dataset: Dataset) -> OwnDataset:
    path = dataset.folder / "sources.bib"
    try:
        text = text_of(path)
        references = read_bibtex(path, text) if text.strip() else []
    except BibliographyError as error:
        raise DatasetError(str(error)) from error
    return OwnDataset(dataset, {each.key: each for each in references})


def _games(data: OwnDataset, run: Run) -> Iterator[None]:
    for row, draft in data.games():
        store_game(row, draft, run, by_alias=False)  # the dataset tells its games apart
        yield


def _sources(data: OwnDataset, run: Run) -> Iterator[None]:
    path, known = data.dataset.folder / "sources.bib", Known()
    for reference in data.bibliography.values():
        try:
            with step(path, reference.line, dry_run=run.dry_run):
                store_reference(path, reference, known, "add", run.report)
        except BibliographyError as error:
            raise DatasetError(str(error)) from error
        yield


def _relations(data: OwnDataset, run: Run) -> Iterator[None]:
    """What games are to others; those that a stored game has stay, unless --update is given."""
    for row, slug, drafts in data.game_relations():
        game = Game.objects.filter(slug=slug).first()
        if game is None:  # a game that is stored by another slug, or a dry run
            continue
        if drafts_of(game) and drafts_of(game) != tuple(drafts) and not run.options.update:
            run.report.remark(
                "relations of games that differ, kept (--update takes others)", [slug]
            )
            continue
        before = content_of(game)
        with step(row.path, row.line, dry_run=run.dry_run):
            store_relations(game, drafts)
            note_shared(game, before)
        yield


def _records(data: OwnDataset, run: Run) -> Iterator[None]:
    rulesets = set(Ruleset.objects.values_list("slug", flat=True))
    clauses = {ClauseName(*row) for row in Clause.objects.values_list("ruleset__slug", "name")}
    records = list(data.records())
    ahead = ReadAhead(draft.identifier for _row, draft in records)
    for row, draft in records:
        found = _with_stored(draft, rulesets, clauses, run.report)
        # In a dry run the games and sources of the dataset are not there yet.
        known = without_unknown(found) if run.dry_run else found
        store_record(row, known, "records", run, ahead)
        yield


def _with_stored(
    draft: Draft, rulesets: set[str], clauses: set[ClauseName], report: Report
) -> Draft:
    """The draft without links to rulesets, and phrases of clauses, that are not stored."""
    links = {slug: relation for slug, relation in draft.rulesets.items() if slug in rulesets}
    phrases = tuple(
        each for each in draft.phrases if ClauseName(each.ruleset, each.clause) in clauses
    )
    if (links, phrases) == (draft.rulesets, draft.phrases):
        return draft
    report.name(
        "records whose rulesets or clauses are not stored, linked without", [draft.identifier]
    )
    return replace(draft, rulesets=links, phrases=phrases)


def _compare_rulesets(data: OwnDataset, report: Report) -> None:
    stored = dict(Ruleset.objects.values_list("slug", "text"))
    for row in data.rows(RULESETS):
        slug = row.text("ID")
        if slug not in stored:
            report.note("rulesets", "left out")
            report.name("rulesets that are not stored: draft them, or restore an archive", [slug])
        else:
            report.note("rulesets", "unchanged")
        if slug in stored and stored[slug] != row.text("Rules"):
            report.name("rulesets whose text differs, kept as they are stored", [slug])
