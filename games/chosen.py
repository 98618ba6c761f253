"""What an address asks to see of a ruleset: a game, a ply, a clause, options.

The address holds the state: `?match=SLUG&ply=N&clause=NAME&role=ROLE&option=Option/Item`, and
`digest=` where moves that are not stored were played by a former text of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _

from config.refusals import NoSuchValue
from games.models import Match, Moment, Ruleset
from games.moments import cost, ply_seen, role_seen
from games.rules_cache import has_text, rules_of

MOST_DIGITS = 4


@dataclass(frozen=True)
class Chosen:
    """What an address asks to see. `match` is None where no recorded game fits the options.

    `digest` is that of the text that rules here: of the game's own, if that text is kept.
    """

    match: Match | None
    digest: str
    ply: int
    clause: str
    role: str
    options: tuple[str, ...]


def choose(ruleset: Ruleset, params: QueryDict) -> Chosen:
    """Read the address.

    Raises NoSuchValue naming what this ruleset does not have, RulesError for options.
    """
    clause = _clause(ruleset, params.get("clause", ""))
    options = tuple(params.getlist("option"))
    slug, digest = params.get("match"), _digest(ruleset, params.get("digest", ""))
    match = _match(ruleset, slug) if slug else None
    matches = [match] if match else _played_under(ruleset, digest, options)
    moment = _moment(ruleset, matches, clause, params)
    match = match or (moment.match if moment else _usual(ruleset, matches))
    ply = _ply(params.get("ply", ""), moment)
    return Chosen(
        match,
        _text_of(ruleset, match) if match else digest or ruleset.digest,
        min(ply, len(match.moves)) if match else 0,
        clause,
        params.get("role", role_seen(moment) if moment else ""),
        options or tuple(match.options if match else ()),
    )


def _clause(ruleset: Ruleset, name: str) -> str:
    if name and name not in {clause.name for clause in ruleset.clauses.all()}:
        raise NoSuchValue(
            _("%(ruleset)s has no clause “%(name)s”.") % {"ruleset": ruleset, "name": name}
        )
    return name


def _match(ruleset: Ruleset, slug: str) -> Match:
    rows = whole_matches().filter(ruleset=ruleset)
    match = None if "\0" in slug else rows.filter(slug=slug).first()
    if match is not None:
        return match
    raise NoSuchValue(
        _("%(ruleset)s has no recorded game “%(slug)s”.") % {"ruleset": ruleset, "slug": slug}
    )


def _digest(ruleset: Ruleset, digest: str) -> str:
    if digest and not has_text(ruleset, digest):
        raise NoSuchValue(
            _("No text of %(ruleset)s has the digest “%(digest)s”.")
            % {"ruleset": ruleset, "digest": digest}
        )
    return digest


def _text_of(ruleset: Ruleset, match: Match) -> str:
    """The digest of the text that a game is shown by: that of the present, if its own is gone."""
    return match.digest if has_text(ruleset, match.digest) else ruleset.digest


def _played_under(ruleset: Ruleset, digest: str, options: tuple[str, ...]) -> list[Match]:
    """The games that were played under these options, each one left out standing for the usual.

    Where neither text nor options are asked for these are all, those by the present text first.
    """
    present = ruleset.digest
    matches = sorted(ruleset.matches.all(), key=lambda match: match.digest != present)
    if not digest and not options:
        return matches
    digest = digest or present
    wanted = rules_of(ruleset, digest, options).chosen
    by_text = [match for match in matches if match.digest == digest]
    asked = {tuple(match.options) for match in by_text}
    same = {each for each in asked if rules_of(ruleset, digest, each).chosen == wanted}
    return [match for match in by_text if tuple(match.options) in same]


def _usual(ruleset: Ruleset, matches: list[Match]) -> Match | None:
    """The first game that begins as all do, by the present text, if there is one."""

    def strange(match: Match) -> tuple[bool, bool, bool]:
        return match.digest != ruleset.digest, bool(match.setup), bool(match.options)

    return min(matches, key=strange, default=None)


def _moment(
    ruleset: Ruleset, matches: list[Match], clause: str, params: QueryDict
) -> Moment | None:
    """The clearest moment of the clause, unless the address says which ply.

    It is one of a game by the present text, if there is any.
    """
    if not clause or params.get("ply"):
        return None
    moments = [each for match in matches for each in match.moments.all()]
    present = ruleset.digest
    return min(
        (each for each in moments if each.clause.name == clause),
        key=lambda each: (each.match.digest != present, cost(each)),
        default=None,
    )


def _ply(text: str, moment: Moment | None) -> int:
    if text.isdecimal() and len(text) <= MOST_DIGITS:
        return int(text)
    return ply_seen(moment) if moment else 0


def whole_matches() -> QuerySet[Match]:
    """Recorded games with their moments, in a fixed number of queries."""
    moments = Moment.objects.select_related("clause")
    return Match.objects.prefetch_related(Prefetch("moments", moments))
