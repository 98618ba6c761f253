"""The sentence that says what a clause does at a moment, as static/js/words.js writes it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from games.chosen import Chosen
from games.models import Clause, Moment, Ruleset
from games.notation.apart import CLAUSE
from games.notation.hands import dropped
from games.play import MoveError, RulesError
from games.play.showing import Seen
from games.plies import Ply, ply_of
from games.ruleset_page import clause_data, phrases, sides
from games.scenes import NotSeen, asked_of

SPOKEN = re.compile(r"^(propose|vote):(.*)$")
MOST_NAMED = 4
MOST_SIDES = 2  # of a game whose outcome is a winner or a draw; more players have places

Titles = Mapping[str, str]


def sentence(ply: Ply, seen: Seen, titles: Titles) -> str:
    """What happens at the moment, and by which clause; `titles` are those of the clauses."""
    forbids = seen.role == Moment.Role.FORBADE
    number = (ply.number + (2 if forbids else 1)) // 2 if ply.rules.design == 1 else ply.number
    return phrases()[seen.role].format(
        side=sides(ply.rules, ply.looks).get(str(ply.position.mover if forbids else ply.mover), ""),
        number=number,
        move=_named(ply, seen, titles) if forbids else _played(ply, seen.role, titles),
        clause=titles.get(seen.clause, seen.clause),
        outcome=_outcome(ply),
    )


def explained(ply: Ply, seen: Seen, clauses: Mapping[str, Clause]) -> str:
    """The sentence with what the clause rests on, and how a game ended that is over with it."""
    told = [sentence(ply, seen, {name: clause.title for name, clause in clauses.items()})]
    if seen.clause in clauses:
        told.append(_source(clauses[seen.clause]))
    if ply.position.outcome is not None and seen.role != Moment.Role.ENDED:
        told.append(phrases()["over"].format(outcome=_outcome(ply)))
    return " ".join(told)


def said_of(chosen: Chosen, ruleset: Ruleset) -> str:
    """The caption of the clause that an address asks for; "" where it does not show up there."""
    if chosen.match is None or not chosen.clause:
        return ""
    try:
        ply = ply_of(chosen.match, chosen.ply)
        seen = asked_of(ply, chosen.clause, chosen.role)
    except (NotSeen, RulesError, MoveError):
        return ""
    return explained(ply, seen, {each.name: each for each in ruleset.clauses.all()}) if seen else ""


def _source(clause: Clause) -> str:
    told, words = clause_data(clause), phrases()
    cited = [_cited(each, words) for each in told["citations"]]
    rests = "; ".join(cited) or told["reason"]
    status = words["status"].format(status=told["statusWord"])
    said = f"{status}: {rests}" if rests else status
    return said if said.endswith(".") else f"{said}."


def _cited(citation: Mapping[str, Any], words: Mapping[str, str]) -> str:
    where = ", ".join(filter(None, [citation["text"], citation["locator"]]))
    said = f"{citation['relation']} {where}".strip()
    if citation["confidence"] is None:
        return said
    return f"{said} ({words['confidence'].format(value=citation['confidence'])})"


def written(label: str, titles: Titles, points: Mapping[str, str]) -> str:
    """A move as readers see it: where a clause tells it from another move, with its title."""
    said = dropped(label, points)
    plain = SPOKEN.sub(lambda spoken: f"{spoken[1]}: {spoken[2].replace('_', ' ')}", said)
    return CLAUSE.sub(lambda found: _titled(found, titles), plain)


def _titled(found: re.Match[str], titles: Titles) -> str:
    name, space, number = found[1].partition(" ")
    return f" ({titles[name]}{space}{number})" if name in titles else found[0]


def _played(ply: Ply, role: str, titles: Titles) -> str:
    """The move; where the sentence names the clause that allows it, once is enough."""
    label = ply.move.label if ply.move is not None else ""
    said = CLAUSE.sub("", label) if role == Moment.Role.ALLOWED else label
    return written(said, titles, ply.rules.points)


def _named(ply: Ply, seen: Seen, titles: Titles) -> str:
    labels = [written(move.label, titles, ply.rules.points) for move in seen.moves]
    named = ", ".join(labels[:MOST_NAMED])
    if len(labels) <= MOST_NAMED:
        return named
    return phrases()["among"].format(count=len(labels), moves=named)


def _outcome(ply: Ply) -> str:
    outcome, words, names = ply.position.outcome, phrases(), sides(ply.rules, ply.looks)
    if outcome is None:
        return ""
    if len(outcome.ranking) > MOST_SIDES:
        return words["ranked"].format(places=_places(outcome.ranking, names))
    if not outcome.winner:
        return words["draw"]
    return words["wins"].format(side=names.get(str(outcome.winner), ""))


def _places(ranking: Sequence[float], names: Mapping[str, str]) -> str:
    """The players by their places, those who share one together, as static/js/words.js says it."""
    shared: dict[float, list[str]] = {}
    for number, place in enumerate(ranking, 1):
        shared.setdefault(place, []).append(names[str(number)])
    return "; ".join(f"{n}. {', '.join(shared[at])}" for n, at in enumerate(sorted(shared), 1))
