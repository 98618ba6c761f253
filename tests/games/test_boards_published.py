"""The boards of published games, as Ludii's traces of play show them."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.boards import Board
from games.compiler.boards import read_board
from games.ludemes import Library, RulesError, expand
from games.ludemes.tree import Form, Node, Text, walk
from tests.games.cast import ORACLES

TRACES = sorted((ORACLES / "trace").glob("*.jsonl.gz"))

# In these a coordinate is taken away again, or what stands there is replaced.
REPLACED = {
    "Archimedes", "Horde_Chess", "Shui_Yen_Ho_Shang", "Three_Musketeers", "Tuknanavuhpi",
}  # fmt: skip


def published(
    paths: list[Path],
) -> Iterator[tuple[str, Board, Node, dict[str, object], dict[int, str]]]:
    """Name, board, tree, header and start of each published game whose board can be read."""
    library = Library(ORACLES / "def")
    for path in paths:
        name = path.name.removesuffix(".jsonl.gz")
        text = (ORACLES / "lud" / f"{name}.lud").read_text(encoding="utf-8")
        try:
            tree = expand(text, definitions=library).game
        except RulesError:
            continue
        with gzip.open(path, "rt", encoding="utf-8") as file:
            header, start = json.loads(file.readline()), json.loads(file.readline())["start"]
        standing = {int(site): piece for site, piece in (word.split(":") for word in start.split())}
        board = _board(tree)
        if board is not None:
            yield name, board, tree, header, standing


def _board(tree: Node) -> Board | None:
    forms = [node for node in walk(tree) if isinstance(node, Form)]
    made = (f for f in forms if f.keyword in ("board", "surakartaBoard") and len(f.items) > 1)
    try:
        return read_board(next(made))
    except (RulesError, StopIteration):
        return None


@pytest.mark.sources
def test_published_boards_have_as_many_sites_and_their_coordinates_name_the_same_ones():
    if not TRACES:
        pytest.skip(f"there are no traces in {ORACLES}")
    games = coordinates = 0
    for name, on, tree, header, standing in published(TRACES[::5]):
        assert len(on) == header["sites"], name
        games += 1
        for piece, label in _placed(tree) if name not in REPLACED else ():
            assert standing[on.site(label)].split(",")[0] == piece, (name, label)
            coordinates += 1
    assert games > 60
    assert coordinates > 80


def _placed(tree: Node) -> Iterator[tuple[str, str]]:
    """The pieces that a text places by coordinates."""
    for form in walk(tree):
        if not isinstance(form, Form) or form.keyword != "place" or len(form.items) < 3:
            continue
        piece, *rest = [node for item in form.items[1:] for node in walk(item.node)]
        for node in rest:
            named = isinstance(piece, Text) and isinstance(node, Text)
            if named and re.fullmatch("[A-Z][0-9]+", node.value):
                yield piece.value, node.value


@pytest.mark.sources
@pytest.mark.parametrize("name", ["Brusky_Chess", "De_Vasa_Chess", "Shafran_Chess"])
def test_rooks_and_bishops_on_hexagons_move_as_the_traces_say(name: str):
    path: Path = ORACLES / "trace" / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"there is no {path.name}")
    on = next(made for _, made, *_ in published([path]))
    compared = 0
    standing: dict[int, str] = {}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in map(json.loads, file):
            for site, piece in standing.items():
                word = {"Rook": "Orthogonal", "Bishop": "Diagonal"}.get(piece[:-1])
                if word and "legal" in line and piece[-1] == str(line["mover"]):
                    legal = {
                        int(to) for to in re.findall(rf"\b{site}-(\d+)", " ".join(line["legal"]))
                    }
                    assert legal <= _reached(on, standing, site, word), (name, line["ply"], site)
                    compared += len(legal)
            placed = line.get("board", line.get("start", "")).split()
            standing = {int(w.split(":")[0]): w.split(":")[1].split(",")[0] for w in placed}
    assert compared > 500


def _reached(on: Board, standing: dict[int, str], site: int, word: str) -> set[int]:
    """The sites along each line up to the first piece."""
    found: set[int] = set()
    for direction in on.directions(word):
        for other in on.ray(site, direction):
            found.add(other)
            if other in standing:
                break
    return found
