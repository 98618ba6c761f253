"""What the page of two rulesets compared shows: aligned clauses, the line, and both boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.costly import costly
from games.chosen import MOST_DIGITS
from games.compare import Article, Comparison, Difference, Found, Lone, Pairing
from games.compare.differences import End, grouped
from games.compared import (
    OF_STRANGERS,
    ON_PAGES,
    Party,
    parties_compared,
    stored_party,
)
from games.frames import drawn, replay, rooms
from games.models import Ruleset
from games.play import FirstPosition, Position, RulesError, SecondPosition
from games.ruleset_page import sheet_data, sides
from games.said_moves import said

FOR_DRAWING = ("components", "containers", "dice", "pieces", "tracks")  # of a manifest
MOST_NAMES = 12  # of spaces, in a sentence
Titles = Mapping[str, str]
Context = dict[str, Any]


@costly
def rulesets_compared(a: Ruleset, b: Ruleset, asked: str = "") -> Context:
    """What parts/compared.html shows of two stored rulesets under their usual options.

    With `fault` where they cannot be compared.
    """
    try:
        return compared(stored_party(a), stored_party(b), asked)
    except RulesError as error:
        return {"fault": _("These rules cannot be compared: %(error)s") % {"error": error}}


def compared(a: Party, b: Party, asked: str = "") -> Context:
    """What parts/compared.html shows, at the ply asked for. Raises games.play.RulesError."""
    found = parties_compared(a, b, ON_PAGES if a.address and b.address else OF_STRANGERS)
    rows = [_row(each, (a, b)) for each in found.clauses]
    context: Context = {
        "a": a,
        "b": b,
        "differing": [row for row in rows if row["relation"] != "same"],
        "alike": [row for row in rows if row["relation"] == "same"],
        "names": list(found.names.items()),
        "said": _said(found, a, b),
    }
    shown = found.difference or found.ending
    return context | (_boards(shown, a, b, asked) if shown is not None else {})


def _row(pairing: Pairing, parties: Sequence[Party]) -> Context:
    words = {
        "words": _("worded differently"),
        "ludemes": _("the same words, other ludemes"),
        "both": _("worded and coded differently"),
    }
    pairs = zip((pairing.a, pairing.b), parties, strict=True)
    cells = [_cell(article, party) for article, party in pairs]
    return {
        "relation": pairing.relation,
        "word": words.get(pairing.relation, ""),
        "kinds": ", ".join(pairing.kinds),
        "cells": cells,
        "told": next((cell for cell in cells if cell and cell["text"]), cells[0]),
        "same_status": cells[0] and cells[1] and cells[0]["status"] == cells[1]["status"],
    }


def _cell(article: Article | None, party: Party) -> Context | None:
    if article is None:
        return None
    return {
        "name": article.name,
        "address": party.address,
        "title": article.title or article.name,
        "text": article.text,
        "ludemes": "" if article.text else article.ludemes,
        "status": article.status,
        "label": article.known,
    }


def _said(found: Comparison, a: Party, b: Party) -> list[str]:
    """What the comparison of play comes to, in sentences."""
    difference, search = found.difference, found.found
    told = _apart(found, a, b) if found.apart else []
    if found.ending is not None:
        told.append(_result(found.ending, a, b))
    if difference is None:
        return told + _nothing(search)
    number = len(difference.line)
    if not number:
        return [*told, _("The legal moves differ from the start.")]
    first = ngettext(
        "After this move the legal moves differ; before it they are the same.",
        "After these %(number)d moves the legal moves differ; after fewer they never do.",
        number,
    ) % {"number": number}
    return [*told, first, _compared_pairs(search.positions)]


def _compared_pairs(number: int) -> str:
    return ngettext(
        "%(n)s pair of positions was compared.", "%(n)s pairs of positions were compared.", number
    ) % {"n": intcomma(number)}


def _apart(found: Comparison, a: Party, b: Party) -> list[str]:
    """Differences before the first move, and what that means for the line."""
    kinds = {
        "boards": _(
            "The boards are not the same: %(a)s has %(sites_a)d spaces, %(b)s has %(sites_b)d."
        ),
        "players": _("The players are not the same."),
        "arrays": _("The boards are the same; the starting positions differ."),
    }
    sites = {"sites_a": len(a.rules.site_names), "sites_b": len(b.rules.site_names)}
    if sites["sites_a"] == sites["sites_b"]:
        kinds["boards"] = _("The boards are not the same.")
    alone = [_alone(each, names) for each, names in ((a, found.sites_a), (b, found.sites_b))]
    return [
        kinds[found.apart] % {"a": a, "b": b, **sites},
        *filter(None, alone),
        _("Moves are compared as they are written: spaces of one name count as the same."),
    ]


def _alone(party: Party, names: Sequence[str]) -> str:
    """What spaces only the board of one of the two has, "" where there are none."""
    if not names:
        return ""
    listed, more = ", ".join(names[:MOST_NAMES]), max(0, len(names) - MOST_NAMES)
    if not more:
        return _("Only %(party)s has spaces of these names: %(names)s.") % {
            "party": party, "names": listed,
        }  # fmt: skip
    return ngettext(
        "Only %(party)s has spaces of these names: %(names)s, and %(more)d more.",
        "Only %(party)s has spaces of these names: %(names)s, and %(more)d more.",
        more,
    ) % {"party": party, "names": listed, "more": more}


def _result(ending: Difference, a: Party, b: Party) -> str:
    results = [_outcome(ending.a, a), _outcome(ending.b, b)]
    line = " ".join(step.a for step in ending.line)
    return _("After %(line)s both games are over: %(a)s: %(ends_a)s; %(b)s: %(ends_b)s.") % {
        "line": line, "a": a, "b": b, "ends_a": results[0], "ends_b": results[1],
    }  # fmt: skip


def _outcome(end: Position | End, party: Party) -> str:
    winner = end.outcome.winner if end.outcome is not None else 0
    names = sides(party.rules, party.pieces)
    return _("%(side)s wins") % {"side": names[str(winner)]} if winner else _("a draw")


def _nothing(search: Found) -> list[str]:
    pairs = _compared_pairs(search.positions)
    if not search.stopped:
        return [_("All play was compared, and the legal moves never differ."), pairs]
    nothing = ngettext(
        "No difference within %(plies)d ply (%(positions)s positions).",
        "No difference within %(plies)d plies (%(positions)s positions).",
        search.plies,
    )
    values = {"plies": search.plies, "positions": intcomma(search.positions)}
    return [
        nothing % values,
        _("The search stopped there: there may be a difference in longer games."),
    ]


def _boards(difference: Difference, a: Party, b: Party, asked: str) -> Context:
    """Both boards at a ply of the line, the line itself, and what only one of the two allows."""
    last = len(difference.line)
    read = asked.isdecimal() and len(asked) <= MOST_DIGITS
    ply = min(int(asked), last) if read else last
    titles = [a.titles, b.titles]
    lines = [[step.a for step in difference.line], [step.b for step in difference.line]]
    players = [_Player(party, line) for party, line in zip((a, b), lines, strict=True)]
    lone = [difference.only_a, difference.only_b]
    ends = [difference.a, difference.b]
    return {
        "ply": ply,
        "last": last,
        "line": _line(difference, titles, players),
        "sides": [
            {
                "party": player.party,
                "svg": player.drawn(ply),
                "count": len(lone[i]),
                "groups": _groups(
                    _readable(player, ends[i], lone[i]), titles[i], titles[1 - i], (a, b)[1 - i]
                ),
                "over": ends[i].outcome is not None,
                "result": _outcome(ends[i], player.party),
            }
            for i, player in enumerate(players)
        ],
        "data": {
            "ply": ply,
            "sides": [
                player.data() | {"lone": _arrows(ends[i], lone[i])}
                for i, player in enumerate(players)
            ],
        },
    }


class _Player:
    """One party with the positions along the line."""

    def __init__(self, party: Party, line: Sequence[str]) -> None:
        self.party, self.rules = party, party.rules
        rules = party.rules
        self.positions = [replay(rules, line[:ply]) for ply in range(len(line) + 1)]
        self.moves = [self.positions[ply].legal_moves.find(label) for ply, label in enumerate(line)]

    def title(self, ply: int) -> str:
        return _("%(ruleset)s, board after %(ply)d moves") % {"ruleset": self.party, "ply": ply}

    def drawn(self, ply: int) -> str:
        return drawn(
            self.rules, self.positions[ply], self.title(ply), self.party.pieces, self.words,
            static("pieces.svg"),
        )  # fmt: skip

    @property
    def words(self) -> dict[str, str]:
        return sides(self.rules, self.party.pieces)

    def data(self) -> Context:
        """What static/js/compare.js draws."""
        return {
            "frames": [_frame(position) for position in self.positions],
            "titles": [self.title(ply) for ply in range(len(self.positions))],
            "moves": [[move.frm, move.to] for move in self.moves],
            "pieces": self.party.pieces,
            "rooms": rooms(self.rules),
            "sides": self.words,
            "sprite": static("pieces.svg"),
            "manifest": _for_drawing(self.rules.manifest()),
            **sheet_data(self.rules, self.party.pieces),
        }


def _for_drawing(manifest: Mapping[str, Any]) -> Context:
    """The parts of a manifest that a board is drawn with; of sites, their names alone."""
    parts = {key: manifest[key] for key in FOR_DRAWING if key in manifest}
    sites = manifest.get("sites", ())
    named = [{key: site[key] for key in ("number", "name")} for site in sites]
    return parts | ({"sites": named} if named else {})


def _frame(position: Position) -> list[Any]:
    if isinstance(position, SecondPosition):
        return [each and asdict(each) for each in position.standing]
    return list(position.board) if isinstance(position, FirstPosition) else []


def _arrows(position: Position, lone: Sequence[Lone]) -> list[list[int]]:
    moves = (position.legal_moves.find(each.move) for each in lone)
    return [[move.frm, move.to] for move in moves]


def _line(
    difference: Difference, titles: Sequence[Titles], players: Sequence[_Player]
) -> list[Context]:
    return [
        {
            "ply": ply,
            "move": " | ".join(
                dict.fromkeys(
                    said(player.rules, player.positions[ply - 1], label)
                    for player, label in zip(players, (step.a, step.b), strict=True)
                )
            ),
            "clauses": list(
                dict.fromkeys(
                    titles[i].get(name, name)
                    for i, name in enumerate((step.clause_a, step.clause_b))
                )
            ),
        }
        for ply, step in enumerate(difference.line, start=1)
    ]


def _readable(player: _Player, end: Position, lone: Sequence[Lone]) -> list[Lone]:
    """The moves that one side alone allows at the end of the line, as readers see them."""
    return [replace(each, move=said(player.rules, end, each.move)) for each in lone]


def _groups(lone: Sequence[Lone], own: Titles, others: Titles, other: Party) -> list[Context]:
    """Moves that the same clauses allow and refuse, and the sentence that says so."""
    how = {
        "forbidden": _("%(other)s: forbidden by “%(clause)s”"),
        "over": _("%(other)s: “%(clause)s” has ended the game"),
        "otherwise": _("%(other)s: moves between the same spaces, but in another number of ways"),
        "unknown": _("%(other)s: there is no such move"),
    }
    return [
        {
            "moves": moves,
            "allowed": own.get(first.allowed, first.allowed),
            "clause": first.allowed,
            "refused": how[first.how]
            % {"other": other, "clause": others.get(first.refused, first.refused)},
        }
        for first, moves in grouped(lone)
    ]
