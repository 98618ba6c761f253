"""What stands on the sites, read from the fields of a state of the second design."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.engine.manifest import Manifest
from games.play.interface import Kind, Standing

Fields = Callable[[str], tuple[int, ...]]


def standing_of(
    manifest: Manifest, kinds: Sequence[Kind], field: Fields
) -> dict[int, tuple[Standing, ...]]:
    """What stands on each site that is not empty, by its number, from the lowest level up.

    What has no label is part of a piece that stands elsewhere too, and is left out.
    """
    shown = dict(_dice(manifest, kinds, field))
    stacked = _stacks(manifest, kinds, field) if manifest.stacks else {}
    for site, level in _flat(manifest, kinds, field):
        shown.setdefault(site, stacked.get(site, (level,)))
    return {site: shown[site] for site in sorted(shown)}


def _flat(
    manifest: Manifest, kinds: Sequence[Kind], field: Fields
) -> Iterator[tuple[int, Standing]]:
    what, state, value = field("what"), field("state"), field("value")
    count = field("count") if "count" in manifest.fields else (1,) * len(what)
    for site, number in enumerate(what):
        if number and kinds[number - 1].label:
            yield site, Standing(kinds[number - 1], max(1, count[site]), state[site], value[site])


def _stacks(
    manifest: Manifest, kinds: Sequence[Kind], field: Fields
) -> dict[int, tuple[Standing, ...]]:
    what, state, value = (field(f"level_{name}") for name in ("what", "state", "value"))
    levels = manifest.levels
    return {
        site: tuple(
            Standing(kinds[what[n] - 1], 1, state[n], value[n])
            for n in range(site * levels, site * levels + size)
            if what[n]
        )
        for site, size in enumerate(field("size"))
        if size
    }


def _dice(
    manifest: Manifest, kinds: Sequence[Kind], field: Fields
) -> Iterator[tuple[int, tuple[Standing, ...]]]:
    state, faces = field("state"), field("die_face")
    for die, face in zip(manifest.dice, faces, strict=False):
        yield die.site, (Standing(kinds[die.piece - 1], 1, state[die.site], face),)
