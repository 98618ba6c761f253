"""The table of all checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from evidence.quality import clauses, conflicts, duplicates, games, records
from evidence.quality.rows import Rows

Text = str | Promise


@dataclass(frozen=True)
class Column:
    """What the ids of a column are, as record or game (`evidence.quality.showing`); its heading."""

    kind: str
    heading: Text


@dataclass(frozen=True)
class Check:
    """A list of what to mend: `find` gives a row of ids for each, `explore` a query with the same.

    `by_version` tells that nothing changes the rows but what makes a new version of the corpus.
    """

    name: str
    title: Text
    help: Text
    find: Callable[[], Rows]
    columns: tuple[Column, ...]
    explore: str = ""
    by_version: bool = True


@dataclass(frozen=True)
class Group:
    """Checks that stand together on the page."""

    title: Text
    checks: tuple[Check, ...]


RECORD = Column("record", _("Record"))
CLAUSE = Column("clause", _("Clause"))
GAME = Column("game", _("Game"))

GROUPS = (
    Group(
        _("Records that lack something"),
        (
            Check(
                "no-place",
                _("Without a place on the map"),
                _("No point and no region: they are on no map and in no region’s list. A name "
                  "alone is often enough to choose a region."),
                records.without_place, (RECORD,), "unlocated=only",
            ),
            Check(
                "no-date",
                _("Without a date"),
                _("Nothing says how early or how late: they are on no timeline. Even “before 1800” "
                  "helps, and it is the latest date that the source itself allows."),
                records.without_date, (RECORD,), "undated=only",
            ),
            Check(
                "no-source",
                _("Without a source"),
                _("They cannot be verified."),
                records.without_source, (RECORD,),
            ),
            Check(
                "no-locator",
                _("Source without page or chapter"),
                _("A citation does not say where in the source; to check it one would have to read "
                  "the whole."),
                records.without_locator, (RECORD,),
            ),
            Check(
                "no-type",
                _("Without a type"),
                _("Whether it is a rules text, an artifact or a depiction decides what it can "
                  "show."),
                records.without_type, (RECORD,),
            ),
            Check(
                "no-confidence",
                _("Without a confidence"),
                _("No one has rated its reliability yet."),
                records.without_confidence, (RECORD,),
            ),
            Check(
                "no-reason",
                _("Confidence without a reason"),
                _("A number alone cannot be compared with others."),
                records.without_reason, (RECORD,),
            ),
            Check(
                "no-judge",
                _("Confidence without a name"),
                _("Nobody is named who stands by the rating, so that no one can be asked. Ratings "
                  "of the Ludii portal have its name."),
                records.without_judge, (RECORD,),
            ),
            Check(
                "unsure-point",
                _("Point without precision and certainty"),
                _("A point looks exact. Say whether it is a site, a town or the middle of a "
                  "country, and how sure the place is."),
                records.unsure_points, (RECORD,),
            ),
        ),
    ),
    Group(
        _("Conflicts"),
        (
            Check(
                "ruleset-conflict",
                _("Records that disagree about a ruleset"),
                _("One contradicts rules that another describes or supports. Either the rules "
                  "changed between the two, and there are two rulesets, or one of them is wrong: "
                  "its confidence should say so."),
                conflicts.on_rulesets,
                (RECORD, Column("ruleset", _("contradicts")),
                 Column("record", _("based on, among others,"))),
            ),
            Check(
                "clause-conflict",
                _("Sources that disagree about a clause"),
                _("One source contradicts a clause that another states. The clause should be "
                  "called disputed, with the reason."),
                conflicts.on_clauses,
                (CLAUSE, Column("source", _("Contradicted by")),
                 Column("source", _("stated, among others, by"))),
                by_version=False,
            ),
            Check(
                "out-of-time",
                _("Far in time from others of the same ruleset"),
                _("More than 200 years from each of at least three other dated records of the "
                  "ruleset. A date may be mistyped (BCE for CE), or the record belongs to another "
                  "ruleset."),
                conflicts.out_of_time, (RECORD, Column("ruleset", _("Ruleset"))),
            ),
            Check(
                "games-both-ways",
                _("Games each of which comes from the other"),
                _("Each is called a variant of the other, or derived from it. One of the relations "
                  "is wrong, or disputed: its certainty should say so."),
                games.both_ways, (GAME, Column("game", _("Other game"))), by_version=False,
            ),
        ),
    ),
    Group(
        _("Duplicates, perhaps"),
        (
            Check(
                "same-locator",
                _("Same game, same page of the same source"),
                _("Two records of one game cite the same place in a source. Unless they concern "
                  "different objects, they are duplicates."),
                duplicates.at_one_locator, (RECORD, Column("record", _("Earlier record"))),
            ),
            Check(
                "same-place-date",
                _("Same game and type, same place, same date"),
                _("Two records of one game and type have a point and both bounds of the date in "
                  "common."),
                duplicates.at_one_place_and_date, (RECORD, Column("record", _("Earlier record"))),
            ),
        ),
    ),
    Group(
        _("Games, rules and regions"),
        (
            Check(
                "nobodys-relation",
                _("Relations of games that nobody proposes"),
                _("Name who says that one game is a variant of the other, derived from it or the "
                  "same, or the source, so that it can be weighed."),
                games.nobodys, (GAME, Column("game", _("Other game"))), by_version=False,
            ),
            Check(
                "one-source",
                _("Clauses attested by one source only"),
                _("A second source would confirm them; until then, assess the one with care."),
                clauses.on_one_source, (CLAUSE, Column("source", _("Source"))), by_version=False,
            ),
            Check(
                "unattested",
                _("Clauses called attested without any source"),
                _("Cite where it is stated, or call them inferred or borrowed, with the reason."),
                clauses.on_no_source, (CLAUSE,), by_version=False,
            ),
            Check(
                "broken-shape",
                _("Regions with a broken shape"),
                _("It crosses itself, has no area, or leaves the map: what lies inside is not "
                  "sure. Draw it anew, or import it, which repairs what can be repaired."),
                clauses.broken_shapes, (Column("region", _("Region")),),
            ),
        ),
    ),
)  # fmt: skip
CHECKS = {check.name: check for group in GROUPS for check in group.checks}
