"""The plainest drawing of any board with what stands on it: outlines, lines, discs with letters.

Sites beside the board, such as hands and dice, stand in rows below it (`SecondRules.sites`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.boards import Site
from games.boards.drawing import MARGIN, UNIT, centre, outline
from games.play import Position, SecondRules, Standing

Looks = Mapping[str, Mapping[str, Any]]
RISE = 0.16  # of a unit, from one level of a stack to the next
MOST_LEVELS = 5  # that are drawn one above the other; the number of all stands on the topmost
RADIUS = 0.34


def drawn_plainly(
    rules: SecondRules, position: Position, title: str, looks: Looks, sides: Mapping[str, str]
) -> SafeString:
    """The board with the pieces of a position, as an SVG element."""
    sites = rules.sites
    names = {each.piece for each in rules.engine_manifest.dice}
    dice = {rules.kinds[number - 1] for number in names}
    outlines = format_html_join(
        "",
        '<path class="site" data-site="{}" data-label="{}" data-x="{}" data-y="{}" d="{}"/>',
        ((n, site.label, *centre(site), outline(site)) for n, site in sites.items()),
    )
    pieces = format_html_join(
        "",
        '<g class="piece-at side-{}" data-site="{}"><title>{}</title>'
        '<circle class="piece-disc" cx="{}" cy="{}" r="{}"/>'
        '<text class="piece-letter" x="{}" y="{}" font-size="{}">{}</text></g>',
        (
            row
            for number, levels in position.standing.items()
            for row in _stack(sites[number], levels, looks, sides, dice)
        ),
    )
    return format_html(
        '<svg class="board board-plain" viewBox="{}" role="img" aria-label="{}" '
        'xmlns="http://www.w3.org/2000/svg"><g class="sites">{}{}</g>'
        '<g class="labels" aria-hidden="true">{}</g><g class="marks"></g>'
        '<g class="pieces">{}</g></svg>',
        _view(sites), title, _lines(rules), outlines, _labels(rules), pieces,
    )  # fmt: skip


def _view(sites: Mapping[int, Site]) -> str:
    xs = [x * UNIT for site in sites.values() for x, _ in site.outline]
    ys = [-y * UNIT for site in sites.values() for _, y in site.outline]
    size = (max(xs) - min(xs) + 2 * MARGIN, max(ys) - min(ys) + 2 * MARGIN)
    return f"{min(xs) - MARGIN:g} {min(ys) - MARGIN:g} {size[0]:g} {size[1]:g}"


def _lines(rules: SecondRules) -> SafeString:
    ends = (
        f"M{ax * UNIT:g},{-ay * UNIT:g}L{bx * UNIT:g},{-by * UNIT:g}"
        for (ax, ay), (bx, by) in rules.engine_manifest.lines
    )
    path = "".join(ends)
    stroke = f'<path class="edges" fill="none" stroke="currentColor" d="{path}"/>' if path else ""
    return mark_safe(stroke)  # noqa: S308 - numbers only


def _labels(rules: SecondRules) -> SafeString:
    """The name of each row beside the board, before its first site."""
    firsts = {each.first for each in rules.engine_manifest.containers if each.kind != "board"}
    texts = ((rules.sites[first], rules.sites[first].label) for first in sorted(firsts))
    return format_html_join(
        "",
        '<text x="{}" y="{}">{}</text>',
        ((centre(site)[0], centre(site)[1] - 0.56 * UNIT, label) for site, label in texts),
    )


def _stack(
    site: Site,
    levels: tuple[Standing, ...],
    looks: Looks,
    sides: Mapping[str, str],
    dice: set[Any],
) -> Iterator[tuple[Any, ...]]:
    x, y = centre(site)
    shown = levels[-MOST_LEVELS:]
    for level, each in enumerate(shown):
        look = looks.get(each.kind.name, {"name": each.kind.name, "letter": each.kind.name[:1]})
        die = each.kind in dice
        count = each.count if each is not shown[-1] or len(levels) == 1 else len(levels)
        written = str(each.value) if die else f"{look['letter']}{count if count > 1 else ''}"
        side = "" if die else sides.get(str(each.kind.owner), "")
        many = f" × {each.count}" if each.count > 1 else f": {each.value}" if die else ""
        top = y - level * RISE * UNIT
        yield (
            each.kind.owner, site.index, f"{side} {look['name']}{many}, {site.label}".strip(),
            f"{x:g}", f"{top:g}", f"{RADIUS * UNIT:g}",
            f"{x:g}", f"{top + 5:g}", "15" if len(written) < 3 else "11", written,
        )  # fmt: skip
