"""The concepts of stored rulesets: worked out anew whenever a text or its clauses are stored.

`store_concepts` does it for one ruleset, `manage.py migrate` for all, since the vocabulary belongs
to the code.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import connection, transaction
from django.dispatch import Signal

from games.concepts import CONCEPTS, concepts_of
from games.ludemes import expand
from games.models import Concept, Ruleset, RulesetConcept
from games.play import RulesError
from games.play.machine import within_the_stack
from games.rules_store import kept

# Sent with the `ruleset` whose concepts are no longer what they were.
concepts_changed = Signal()
# Sent with the `ruleset` whose clauses, or what they rest on, may just have been stored anew.
clauses_stored = Signal()

COLUMNS = ("pk", "rulesetconcept_id", "clause_id")
Found = Mapping[str, tuple[str, ...]]


def store_concepts(ruleset: Ruleset) -> bool:
    """Work out and store the concepts of a ruleset under its usual options; whether any changed.

    A text that cannot be read has none.
    """
    clauses = dict(ruleset.clauses.values_list("name", "pk"))
    found = _found(ruleset.text, clauses)
    links = ruleset.concepts.select_related("concept").prefetch_related("clauses")
    stored = {link.concept.slug: link for link in links}
    wanted = {slug: {clauses[name] for name in names} for slug, names in found.items()}
    if wanted == {
        slug: {clause.pk for clause in link.clauses.all()} for slug, link in stored.items()
    }:
        return False
    with transaction.atomic():
        ruleset.concepts.exclude(concept__slug__in=wanted).delete()
        links_left = {slug: link for slug, link in stored.items() if slug in wanted}
        links_left |= _new_links(ruleset, wanted.keys() - stored.keys())
        _set_clauses({link.pk: wanted[slug] for slug, link in links_left.items()})
        concepts_changed.send(Ruleset, ruleset=ruleset)
    return True


def _new_links(ruleset: Ruleset, slugs: Collection[str]) -> dict[str, RulesetConcept]:
    links = {
        concept.slug: RulesetConcept(ruleset=ruleset, concept=concept)
        for concept in Concept.objects.filter(slug__in=slugs)
    }
    RulesetConcept.objects.bulk_create(links.values())
    return links


def _set_clauses(wanted: Mapping[int, set[int]]) -> None:
    """Let the links of these ids name these clauses and no others."""
    through = RulesetConcept.clauses.through
    pairs = {(link, clause) for link, clauses in wanted.items() for clause in clauses}
    rows = through.objects.filter(rulesetconcept__in=wanted)
    stored = {(link, clause): pk for pk, link, clause in rows.values_list(*COLUMNS)}
    through.objects.filter(pk__in=[stored[pair] for pair in stored.keys() - pairs]).delete()
    through.objects.bulk_create(
        through(rulesetconcept_id=link, clause_id=clause)
        for link, clause in sorted(pairs - stored.keys())
    )


def _found(text: str, clauses: Iterable[str]) -> Found:
    """Read once for all processes: each migration and each restored archive asks for all texts."""
    names = tuple(sorted(clauses))

    def read() -> Found:
        with within_the_stack():
            return concepts_of(expand(text), names)

    try:
        return kept(read, "concepts", text, names)
    except RulesError:
        return {}


def store_vocabulary(using: str = "default", **_rest: Any) -> None:
    """Make the stored concepts those of the code, for all rulesets too, once tables are there."""
    tables = connection.introspection.table_names()
    if using != "default" or RulesetConcept._meta.db_table not in tables:
        return
    with transaction.atomic():
        known = {concept.slug: concept for concept in Concept.objects.all()}
        for term in CONCEPTS:
            concept = known.pop(term.slug, None) or Concept(slug=term.slug)
            if (concept.name, concept.meaning) != (term.name, term.meaning):
                concept.name, concept.meaning = term.name, term.meaning
                concept.save()
        for ruleset in Ruleset.objects.all():
            store_concepts(ruleset)
        Concept.objects.filter(slug__in=known).delete()
