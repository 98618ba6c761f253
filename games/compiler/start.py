"""Lower `(start …)`: what stands where before the first move."""

from __future__ import annotations

from dataclasses import dataclass

from games.compiler.build import Build, Code, Scope, is_word
from games.compiler.dispatch import parts_of, refuse_consequences, refuse_extras
from games.compiler.equipment import Component
from games.compiler.hands import hand_of
from games.compiler.regions import Sites, sites_of
from games.compiler.relocation import over_sites
from games.ludemes.source import LudemeError
from games.ludemes.tree import Form, Node, Number, Text, written

HAND = "Hand"
MAX_COUNT = 255


@dataclass(frozen=True)
class Placing:
    """A `(place …)`: its clause, and the sites that are known before a game starts."""

    clause: str
    sites: Sites


def write_setup(build: Build, rules: Form) -> tuple[Placing, ...]:
    """The function that places the pieces; each placing."""
    code, placed = Code(), []
    starts = [n for n in rules.nodes() if isinstance(n, Form) and n.keyword == "start"]
    for start in starts:
        refuse_extras(build, start)
    for node in (each for start in starts for each in start.listed()):
        if not isinstance(node, Form) or node.keyword != "place":
            build.miss(node, f"{written(node)} at the start")
            continue
        before = _taken(build)
        _place(build, code, node)
        sites = tuple(sorted(_taken(build) - before))
        placed.append(Placing(build.clauses[build.clause_of(node)], sites))
    build.named("setup", [], code)
    return tuple(placed)


def _taken(build: Build) -> set[int]:
    """The sites where something has been placed."""
    return {site for sites in build.start_sites.values() for site in sites}


def _place(build: Build, code: Code, form: Form) -> None:
    refuse_consequences(build, form)
    name, *where = _without_stack(parts_of(form, 1, 3, '(place "Piece1" sites)'))
    if len(where) > 1:
        build.miss(where[0], f"{written(where[0])} in (place …)")
    refuse_extras(build, form, "coord", "state", "count")
    state = form.named("state")
    if state is not None and not (isinstance(state, Number) and isinstance(state.value, int)):
        build.miss(state, f"state:{written(state)} in (place …)", "write a whole number")
    if where and isinstance(where[0], Text) and where[0].value.startswith(HAND):
        _place_in_hands(build, code, form, name, where[0])
        return
    component = _component(build, name)
    if build.layout.stacked and form.named("state") is not None:
        build.miss(form, "state: in a game of stacks")
    coord = form.named("coord")
    for region in [*where, *([coord] if coord else [])]:
        sites = sites_of(build, region, component.owner)
        if sites is None:
            _place_where(build, code, form, component, region)
            continue
        build.spend(len(sites), form)
        _put(build, code, form, component, sites)


def _place_where(build: Build, code: Code, form: Form, component: Component, region: Node) -> None:
    """Place a piece on the sites of a region that is found when the game starts."""
    build.start_unknown.append(component.number)
    name = build.fresh("site")
    with over_sites(build, code, region, Scope(me=str(component.owner)), name):
        _put_on(code, form, component, name)


def _without_stack(nodes: list[Node]) -> list[Node]:
    """The arguments of `(place Stack "Piece1" sites)` without the word."""
    return nodes[1:] if is_word(nodes[0], "Stack") and len(nodes) > 1 else nodes


def _component(build: Build, name: Node) -> Component:
    """The piece called by name and owner's number. Raises LudemeError."""
    component = build.equipment.named(name.value) if isinstance(name, Text) else None
    if component is None:
        known = ", ".join(f'"{c.name}{c.owner}"' for c in build.equipment.components) or "none"
        message = f"there is no piece {written(name)}: with its owner's number, there are {known}"
        raise LudemeError(message, name.span, name.origin)
    return component


def _place_in_hands(build: Build, code: Code, form: Form, name: Node, where: Text) -> None:
    """`(place "Man" "Hand")` gives each player's own; `(place "Man1" "Hand1")` one player's."""
    text = name.value if isinstance(name, Text) else ""
    called = [c for c in build.equipment.components if c.name == text]
    if where.value != HAND or not called:
        called = [_component(build, name)]
    for component in called:
        if where.value not in (HAND, f"{HAND}{component.owner}"):
            message = f'"{HAND}{component.owner}" belongs here, or "{HAND}" for the hand of each'
            raise LudemeError(message, where.span, where.origin)
        hand = hand_of(build, where, component.owner)
        taken = _taken(build)
        free = [n for n in range(hand.first, hand.first + hand.size) if n not in taken]
        if not free:
            message = f"the hand of player {hand.owner} is full: give it more sites with size:"
            raise LudemeError(message, form.span, form.origin)
        _put(build, code, form, component, (free[0],))


def _put(build: Build, code: Code, form: Form, component: Component, sites: Sites) -> None:
    """Write where a piece stands, and how many of it."""
    standing = {each: one for one, many in build.start_sites.items() for each in many}
    build.start_sites.setdefault(component.number, []).extend(
        site for site in sites if site not in standing
    )
    for site in sites:
        if site not in standing:
            _put_on(code, form, component, str(site))
        elif build.layout.stacked and standing[site] != component.number:
            build.miss(form, f"{written(form)}: pieces of different kinds on a site")
        elif build.layout.counted:
            # One more of what stands there, even where another piece is named.
            code.add(f"st8(SPARE + {site}, ld8(SPARE + {site}) + {_count(form)})")


def _put_on(code: Code, form: Form, component: Component, site: str) -> None:
    """Write what stands on a site, how many of it, and its state."""
    state, count = form.named("state"), _count(form)
    code.add(f"st8(WHAT + {site}, {component.number})")
    if isinstance(state, Number):
        code.add(f"st8(LOCAL + {site}, {int(state.value)})")
    if count > 1:
        code.add(f"st8(SPARE + {site}, {count - 1})")


def _count(form: Form) -> int:
    """How many pieces are placed on each site. Raises LudemeError for too many or none."""
    node = form.named("count")
    if node is None:
        return 1
    count = node.value if isinstance(node, Number) else 0
    if not isinstance(count, int) or not 1 <= count <= MAX_COUNT:
        message = f"a site holds 1 to {MAX_COUNT} pieces, not {written(node)}"
        raise LudemeError(message, node.span, node.origin)
    return count
