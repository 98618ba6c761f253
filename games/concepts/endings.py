"""Concepts of check, of how a game ends, and of what it depends on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.concepts.forms import Forms, argument, is_ludeme, texts_in, words_in
from games.ludemes import LudemeError
from games.ludemes.tree import Form, Node, Number, Text, Word

Fact = tuple[Form, bool]  # a condition, and whether it holds

DRAWN = {"Draw", "Tie"}
SIDES = {"Mover", "Next", "P1", "P2"}
MOST_FACTS = 10_000
OFF = -1  # the site of what is on none
ONE_LEFT = {("=", 1), ("<", 2), ("<=", 1)}  # when the count stands first
ONE_LEFT_LAST = {("=", 1), (">", 2), (">=", 1)}


class Ending(NamedTuple):
    """A result, the `if` that leads to it, and what must hold or not hold for it."""

    rule: Form
    side: str
    outcome: str
    facts: list[Fact]

    @property
    def drawn(self) -> bool:
        """Whether nobody wins."""
        return self.outcome in DRAWN

    @property
    def check(self) -> bool:
        """Whether somebody must be in check."""
        return any(held and is_ludeme(fact, "is Threatened") for fact, held in self.facts)

    @property
    def stuck(self) -> str:
        """The side that has no move, or a piece without any; "" where nobody is asked about."""
        for fact, held in self.facts:
            if is_ludeme(fact, "no Moves" if held else "can Move"):
                return next((word for word in words_in(fact) if word in SIDES), "Mover")
        return ""

    def lost_by(self, side: str) -> bool:
        """Whether this side loses."""
        return (self.outcome == "Loss") == (self.side == side) and self.outcome in {"Win", "Loss"}


def endings(forms: Forms) -> list[Ending]:
    """The ways in which a game ends. Raises LudemeError where they have too many conditions."""
    return forms.once("endings", lambda _: list(_endings(forms)))


def _endings(forms: Forms) -> Iterator[Ending]:
    seen = 0
    for end in forms.find("end"):
        for result in forms.find("result", within=end):
            said = [each.name for each in result.arguments() if isinstance(each, Word)]
            rule = forms.around(result, "if")
            if rule is not None and len(said) > 1:
                facts = list(_facts(argument(rule, 0), forms.is_within(result, argument(rule, 1))))
                seen += 1 + len(facts)
                if seen > MOST_FACTS:
                    message = f"the ends of the game ask over {MOST_FACTS} conditions"
                    raise LudemeError(message, result.span, result.origin)
                yield Ending(rule, said[0], said[1], facts)


def _facts(condition: Node | None, held: bool) -> Iterator[Fact]:
    """The single conditions of one that is made of several, and whether each is to hold."""
    if not isinstance(condition, Form):
        return
    if condition.keyword in {"not", "and", "or"}:
        for each in condition.listed():
            yield from _facts(each, held != (condition.keyword == "not"))
    else:
        yield condition, held


# Check and mate


def checks(forms: Forms) -> Iterator[Form]:
    """Moves that are legal only if one's own king cannot be taken after them."""
    for rule in forms.find("do"):
        facts = _facts(rule.named("ifAfterwards"), True)
        safe = any(not held and is_ludeme(fact, "is Threatened") for fact, held in facts)
        if safe and forms.around(rule, "can", "end") is None:
            yield rule


def checkmates(forms: Forms) -> Iterator[Form]:
    """Ends by check that cannot be answered; where stalemate wins too, one rule serves for both."""
    checked = any(checks(forms))
    for ending in endings(forms):
        either = checked and not ending.drawn and not _asks_check(ending)
        if ending.stuck and (ending.check or either):
            yield ending.rule


def check_wins(forms: Forms) -> Iterator[Form]:
    """Ends by a check alone."""
    for ending in endings(forms):
        if ending.check and not ending.stuck and not ending.drawn:
            yield ending.rule


def stalemate_draws(forms: Forms) -> Iterator[Form]:
    """Draws because somebody has no move."""
    return (e.rule for e in endings(forms) if e.stuck and e.drawn and not e.check)


def stalemate_loses(forms: Forms) -> Iterator[Form]:
    """Losses of who has no move."""
    for ending in endings(forms):
        if ending.stuck and ending.lost_by(ending.stuck) and not ending.check:
            yield ending.rule


def _asks_check(ending: Ending) -> bool:
    return any(is_ludeme(fact, "is Threatened") for fact, _held in ending.facts)


# Kings


def royal_captures(forms: Forms) -> Iterator[Form]:
    """Ends because a certain piece is gone from the board."""
    for ending in endings(forms):
        gone = any(held and _is_lost(fact) for fact, held in ending.facts)
        if gone and not ending.drawn and not ending.stuck and not _asks_check(ending):
            yield ending.rule


def royals(forms: Forms) -> set[str]:
    """The pieces that check threatens, or whose loss ends the game."""
    return forms.once("royals", _royals)


def _royals(forms: Forms) -> set[str]:
    threatened = {name for form in forms.find("is Threatened") for name in texts_in(form)}
    lost = {name for rule in royal_captures(forms) for name in texts_in(argument(rule, 0))}
    return threatened | lost


def bare_kings(forms: Forms) -> Iterator[Form]:
    """Ends because somebody has one piece left, in games that have a king."""
    for ending in endings(forms) if royals(forms) else ():
        if any(held and _one_left(fact) for fact, held in ending.facts):
            yield ending.rule


def _is_lost(fact: Form) -> bool:
    """Whether a piece with a name is gone: there is none, or it stands off the board."""
    if is_ludeme(fact, "no Pieces"):
        return any(isinstance(each, Text) for each in fact.arguments())
    place = argument(fact, 1)
    off = isinstance(place, Number) and place.value == OFF
    off = off or (isinstance(place, Word) and place.name == "Off")
    return fact.keyword == "=" and off and is_ludeme(argument(fact, 0), "where")


def _one_left(fact: Form) -> bool:
    """Whether a comparison says that one piece of any kind is left."""
    first, last = argument(fact, 0), argument(fact, 1)
    if isinstance(last, Number):
        return _counts_all(first) and (fact.keyword, last.value) in ONE_LEFT
    known = isinstance(first, Number) and (fact.keyword, first.value) in ONE_LEFT_LAST
    return known and _counts_all(last)


def _counts_all(node: Node | None) -> bool:
    return is_ludeme(node, "count Pieces") and not texts_in(node)


# Draws by other ways


def citadels(forms: Forms) -> Iterator[Form]:
    """Draws because a piece has reached a certain place."""
    for ending in endings(forms):
        if ending.drawn and any(held and _reaches(fact) for fact, held in ending.facts):
            yield ending.rule


def _reaches(fact: Form) -> bool:
    return is_ludeme(fact, "is In") and is_ludeme(argument(fact, 1), "last To")


def counts_to_draw(forms: Forms) -> Iterator[Form]:
    """Draws, or claims of one, by the engine's counter or by a variable that is counted up."""
    asking = [(e.rule, [fact for fact, _ in e.facts]) for e in endings(forms) if e.drawn]
    yield from (
        rule for rule, facts in asking if any(forms.holds(each, "counter") for each in facts)
    )
    claims = ((claim, forms.around(claim, "if")) for claim in forms.moves("Propose"))
    asking += [(claim, [rule]) for claim, rule in claims if rule is not None]
    changes = [(form, name) for form in forms.find("set Var") for name in texts_in(form)[:1]]
    counted = {
        name for form, name in changes if forms.holds(form, "+") and name in _read(forms, form)
    }
    asked = set()
    for rule, facts in asking:
        read = {name for each in facts for name in _read(forms, each)} & counted
        asked |= read
        if read:
            yield rule
    yield from (form for form, name in changes if name in asked)


def _read(forms: Forms, form: Form) -> set[str]:
    """The variables that a form reads."""
    return {name for each in forms.find("var", within=form) for name in texts_in(each)}
