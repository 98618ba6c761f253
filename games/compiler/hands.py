"""Lower what asks about hands, the sites beside the board, and how many pieces a site holds."""

from __future__ import annotations

from struct import pack

from games.compiler.build import Build, Code, Scope, is_word
from games.compiler.conditions import conditions
from games.compiler.dispatch import parts_of
from games.compiler.equipment import ROLES, Hand
from games.compiler.regions import Sites, player_of, static_regions
from games.compiler.values import number, numbers, player
from games.ludemes.alike import word_of
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Node, Number, Word, written

SITE_TYPES = ("Cell", "Vertex", "Edge")


def hand_of(build: Build, form: Node, owner: int) -> Hand:
    """The hand of a player. Raises LudemeError where there is none."""
    hand = build.equipment.hand(owner)
    if hand is None:
        message = f"player {owner} has no hand: write (hand Each) in the equipment"
        raise LudemeError(message, form.span, form.origin)
    return hand


def hand_site(build: Build, form: Form, owner: int, index: int) -> int:
    """A site of a hand, by its place there. Raises LudemeError for one that is not there."""
    hand = hand_of(build, form, owner)
    if not 0 <= index < hand.size:
        message = f"the hand of player {owner} has sites 0 to {hand.size - 1}, not {index}"
        raise LudemeError(message, form.span, form.origin)
    return hand.first + index


def _index(form: Form) -> int | None:
    """The place in `(handSite Mover place)`, None where it is not known before play."""
    places = form.arguments()[1:]
    if not places:
        return 0
    node = places[0]
    return node.value if isinstance(node, Number) and isinstance(node.value, int) else None


def hand_table(build: Build, node: Node) -> int:
    """Which sites are in whose hand, at [player * SITES + site]."""
    players = range(1, build.equipment.players + 1)
    hands = [hand_of(build, node, owner) for owner in players]
    return _rows(build, [range(0), *(range(h.first, h.first + h.size) for h in hands)])


def container_table(build: Build) -> int:
    """Which sites are in a container: number 0 is the board, then come the hands in order."""
    hands = [range(hand.first, hand.first + hand.size) for hand in build.equipment.hands]
    return _rows(build, [range(len(build.equipment.board)), *hands])


def _rows(build: Build, rows: list[range]) -> int:
    sites = range(build.layout.sites)
    return build.table(bytes(int(site in row) for row in rows for site in sites))


@static_regions.on("handSite")
def _hand_site_region(build: Build, form: Form, mover: int) -> Sites | None:
    """A site of a player's hand, as a region."""
    role, *_ = parts_of(form, 1, 2, "(handSite Mover number)")
    owner, index = player_of(build, word_of(role), mover), _index(form)
    return None if owner is None or index is None else (hand_site(build, form, owner, index),)


@static_regions.on("sites", "Hand")
def _sites_hand(build: Build, form: Form, mover: int) -> Sites | None:
    """All sites of a player's hand."""
    _, role = parts_of(form, 2, 2, "(sites Hand Mover)")
    owner = player_of(build, word_of(role), mover)
    if owner is None:
        return None
    hand = hand_of(build, form, owner)
    return tuple(range(hand.first, hand.first + hand.size))


@numbers.on("handSite")
def _hand_site(build: Build, form: Form, scope: Scope) -> str:
    """A site of a player's hand."""
    role, *places = parts_of(form, 1, 2, "(handSite Mover number)")
    index = _index(form)
    if is_word(role, *ROLES) and index is not None:
        return str(hand_site(build, form, ROLES[word_of(role)], index))
    for owner in range(1, build.equipment.players + 1):
        hand_site(build, form, owner, index or 0)
    firsts = [hand_of(build, form, p).first for p in range(1, build.equipment.players + 1)]
    table = build.table(pack(f"<{len(firsts) + 1}H", 0, *firsts))
    first = f"ld16({table} + 2 * {player(build, role, scope)})"
    return f"({first} + {number(build, places[0], scope)})" if places and index != 0 else first


@numbers.on("count", "", *SITE_TYPES, reads=("at",))
def _count_at(build: Build, form: Form, scope: Scope) -> str:
    """How many pieces stand on a site: `(count at:site)`, or `(count Cell at:site)`."""
    at = form.named("at")
    if at is None or any(not is_word(node, *SITE_TYPES) for node in form.arguments()):
        return build.miss(form, f"{numbers.name(form)} as a number", numbers.hint(form))
    if build.layout.stacked:
        return build.miss(form, written(form), "write (size Stack at:site)")
    site = number(build, at, scope)
    one = f"(ld8(WHAT + {site}) != 0)"
    count = f"({one} + ld8(SPARE + {site}))" if build.layout.counted else one
    return _of_type(build, form, site, count)


def _of_type(build: Build, form: Form, site: str, value: str) -> str:
    """The value where the site is of the type that the form names; hands are made of cells."""
    words = [node for node in form.arguments() if is_word(node, *SITE_TYPES)]
    kind = site_type(build)
    if not words or is_word(words[0], kind):
        return value
    if is_word(words[0], "Cell") and build.layout.beside:
        return f"({value} if {site} >= BOARD_SITES else 0)"
    return build.miss(words[0], f"{written(words[0])} on a board of another kind")


def without_type(build: Build, form: Form) -> list[Node]:
    """The arguments of a `(from …)` or `(to …)` without the type of site that it may name.

    The sites of a hand are cells, whatever those of the board are.
    """
    first, *rest = form.arguments() or [form]
    if first is form:
        return []
    if not is_word(first, *SITE_TYPES):
        return [first, *rest]
    of_hand = is_word(first, "Cell") and build.layout.beside
    if not is_word(first, site_type(build)) and not of_hand:
        build.miss(first, f"{written(first)} on a board of another kind")
    return rest


def site_type(build: Build) -> str:
    """What the sites of the board are: cells, or where it says so vertices or edges."""
    use = build.equipment.board_form.named("use")
    return use.name if isinstance(use, Word) else "Cell"


@conditions.on("is", "Full")
def _is_full(build: Build, form: Form, scope: Scope) -> str:
    """Whether every site of the board holds a piece."""
    parts_of(form, 1, 1, "(is Full)")
    code = Code()
    code.add("i = 0")
    with code.block("while i < BOARD_SITES"):
        with code.block("if ld8(WHAT + i) == 0"):
            code.add("return 0")
        code.add("i = i + 1")
    code.add("return 1")
    return f"{build.function('is_full', [], code)}()"
