"""The language as Markdown: every form with what it means, and whether it is implemented."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.engine.language.signatures import Row, Signatures

HEAD = """\
# The rules language

Every form of Ludii's game description language, as `games/engine/language/table/` has it; this file
is written by `manage.py list_ludemes`, not by hand. `[…]` may be left out, `a | b` means one of
these, and `name:` is written with its value behind it. A form is implemented where
`games/engine/lowering/`, the second design of the compiler, has a function for it; what the first
one implements is in ludemes.md, and pages play by the second what the first refuses. What is none
of these forms is refused with its place and the nearest form. Definitions, options, rulesets,
ranges and comments are expanded before and may stand anywhere.
"""
TITLES = {
    "game": "The game",
    "players": "Players",
    "mode": "Modes",
    "equipment": "Equipment",
    "components": "Pieces",
    "containers": "Boards, hands and dice",
    "items": "Regions and maps",
    "graph": "Shapes of boards",
    "dim": "Dimensions of boards",
    "rules": "Rules",
    "meta": "Rules about all moves",
    "start": "Before the first move",
    "phase": "Phases",
    "moves": "Moves and effects",
    "parts": "Parts of moves and of equipment",
    "end": "The end",
    "match": "Matches",
    "booleans": "Conditions",
    "ints": "Numbers, among them sites, players and pieces",
    "intArray": "Arrays of numbers",
    "floats": "Decimal numbers",
    "range": "Ranges",
    "region": "Regions",
    "directions": "Directions",
}
MACHINERY = "Not written in rules"


def listing(table: Signatures, implemented: Collection[str]) -> str:
    """The whole document."""
    return "\n".join([HEAD, *(_section(kind, table, implemented) for kind in TITLES)])


def _section(kind: str, table: Signatures, implemented: Collection[str]) -> str:
    lines = [f"## {TITLES[kind]}", "", "| form | what it means | implemented |", "|---|---|---|"]
    forms = [
        list(rows.values())
        for signature, rows in zip(table.signatures, table.rows, strict=True)
        if signature.kind == kind and not signature.meaning.startswith(MACHINERY)
    ]
    forms.sort(key=lambda rows: (rows[0].keyword.casefold(), rows[0].word, rows[0].key))
    lines += [_line(rows, implemented) for rows in forms]
    return "\n".join([*lines, ""])


def _line(rows: list[Row], implemented: Collection[str]) -> str:
    words = [row.word for row in rows if row.word]
    pattern = rows[0].pattern
    if len(words) > 1:
        pattern = pattern.replace(f" {words[0]}", f" {'|'.join(words)}", 1)
    return f"| `{_escaped(pattern)}` | {rows[0].meaning} | {', '.join(_there(rows, implemented))} |"


def _there(rows: list[Row], implemented: Collection[str]) -> Iterator[str]:
    """Yes, no, or which words are implemented."""
    there = [row for row in rows if row.key in implemented]
    if len(there) == len(rows):
        yield "yes"
    elif not there:
        yield "not yet"
    else:
        yield from (f"`{row.word}`" for row in there)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")
