"""A stored module with its manifest is played without the compiler."""

from __future__ import annotations

import ast
import json
from functools import partial
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine.ir.schema import Layout
from games.engine.language import read_and_bind
from games.engine.lowering.compile import compile_typed
from games.engine.manifest import ManifestError, from_json
from games.engine.play.machine import Machine
from games.engine.play.stored import StoredModule, read_module, write_module
from tests.engine.test_back_ends import compiled
from tests.engine.texts import CROSSING, PILES, RACE, THREE_IN_A_ROW
from tests.machine import PROJECT

GAMES = {"crossing": CROSSING, "piles": PILES, "race": RACE, "row": THREE_IN_A_ROW}


@pytest.mark.parametrize("name", GAMES)
def test_what_was_written_is_read_back_the_same(name, tmp_path):
    rules = compiled(GAMES[name])

    write_module(rules, tmp_path, name)

    stored = read_module(tmp_path, name)
    assert (stored.module, stored.manifest) == (rules.module, rules.manifest)


def test_a_stored_module_is_played_as_the_compiled_one(tmp_path):
    write_module(compiled(CROSSING), tmp_path, "crossing")
    machine = Machine(read_module(tmp_path, "crossing"))
    machine.start()

    assert [machine.call("leaves", depth) for depth in (1, 2, 3)] == [5, 25, 125]


def test_sites_pieces_and_dice_are_named_in_the_manifest():
    manifest = compiled(RACE).manifest

    named = [(site.name, site.kind, site.x, site.y) for site in manifest.sites]
    assert named[:2] == [("a1", "cell", 0.5, 0.5), ("b1", "cell", 1.5, 0.5)]
    assert [(name, kind) for name, kind, *_ in named[8:]] == [
        ("Hand1", "hand"), ("Hand2", "hand"), ("Dice3", "dice"),
    ]  # fmt: skip
    assert named[-1][2:] == (None, None)
    assert [(c.kind, c.first, c.size, c.owner) for c in manifest.containers] == [
        ("board", 0, 8, 0), ("hand", 8, 1, 1), ("hand", 9, 1, 2), ("dice", 10, 1, 3),
    ]  # fmt: skip
    assert [(p.number, p.label, p.owner) for p in manifest.pieces] == [
        (1, "Runner11", 1), (2, "Runner22", 2), (3, "Die1", manifest.shared),
    ]  # fmt: skip
    (die,) = manifest.dice
    assert (die.piece, die.site, die.faces, die.weights) == (3, 10, (1, 2, 3), (1, 1, 1))


def test_the_weights_of_a_loaded_die_are_in_the_manifest():
    loaded = RACE.replace("(dice d:3 num:1)", "(dice d:3 num:1 biased:{1 2 5})")

    assert compiled(loaded).manifest.dice[0].weights == (1, 2, 5)


def test_fields_lie_apart_and_within_the_memory():
    manifest = compiled(PILES).manifest
    ends = 0

    own = [each for each in manifest.fields.values() if each.scope != "table"]
    for each in sorted(own, key=lambda each: each.offset):
        assert each.offset >= ends
        ends = each.offset + each.width * each.length
    assert ends <= manifest.memory
    start, end = manifest.state.offset, manifest.state.offset + manifest.state.size
    assert all(start <= manifest.fields[name].offset < end for name in ("what", "mover", "rank"))


def changed(**entries: object) -> dict[str, object]:
    return json.loads(json.dumps(compiled(RACE).manifest.as_json() | entries))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "not a manifest: format is not 'ashtapada-module'"),
        ({"format": "sheet"}, "not a manifest: format is not 'ashtapada-module'"),
        (partial(changed, version=2), "version 2 is not 1"),
        (partial(changed, name=3), "manifest.name is not of type str"),
        (partial(changed, stacks=0), "manifest.stacks is not of type bool"),
        (partial(changed, levels=True), "manifest.levels is not of type int"),
        (partial(changed, dice={}), "manifest.dice is not a list"),
        (partial(changed, pieces=[{"number": 1}]), "manifest.pieces[0].name is missing"),
        (partial(changed, fields={"what": []}), "manifest.fields.what is not an object"),
        (partial(changed, lines=[[[0, 0]]]), "manifest.lines[0] is not a list of 2"),
        (
            partial(
                changed, fields={"what": {"scope": "site", "offset": 1, "type": "u9", "length": 1}}
            ),
            "manifest.fields.what.type is not one of u8, i8, u16, i16, u32, i32",
        ),
    ],
)
def test_a_manifest_with_a_fault_is_refused_naming_the_place(data, message):
    with pytest.raises(ManifestError) as refused:
        from_json(data() if callable(data) else data)

    assert str(refused.value) == message


def test_the_manifest_of_another_module_is_refused():
    with pytest.raises(ManifestError, match=r"^manifest\.sha256 is not that of the module$"):
        StoredModule(compiled(RACE).module, compiled(CROSSING).manifest)


def test_a_position_that_is_put_back_stands_again():
    machine = Machine(compiled(CROSSING))
    machine.start()
    before = machine.position
    moves = machine.legal_moves()
    machine.play(moves[0])
    assert machine.position != before

    machine.position = before

    assert machine.position == before
    assert machine.legal_moves() == moves


def test_players_of_modules_import_nothing_of_the_compiler():
    files = sorted((PROJECT / "games" / "engine" / "play").glob("*.py"))
    imported = {
        node.module
        for file in [*files, PROJECT / "games" / "engine" / "manifest.py"]
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
    }
    inside = {name for name in imported if name.startswith("games.engine.")}

    assert inside
    assert all(name.split(".")[2] in ("manifest", "play") for name in inside), inside


def test_the_command_writes_a_module_that_can_be_read(tmp_path, capsys):
    text = tmp_path / "race.lud"
    text.write_text(RACE, encoding="utf-8")

    call_command("export_module", text, to=tmp_path)

    assert read_module(tmp_path, "race").manifest.name == "Race"
    assert capsys.readouterr().out.split() == [
        str(tmp_path / "race.wasm"), str(tmp_path / "race.json"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(game", "race.lud"),
        (RACE.replace("Pips", "Pippins"), "race.lud"),
    ],
)
def test_a_text_that_is_not_compiled_is_named_and_nothing_is_written(text, message, tmp_path):
    path = tmp_path / "race.lud"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(CommandError, match=message):
        call_command("export_module", path, to=tmp_path)

    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(CommandError, match="nowhere is not a folder"):
        call_command("export_module", Path("race.lud"), to=tmp_path / "nowhere")


def test_a_module_is_exported_with_its_clauses_where_that_is_asked_for(tmp_path):
    text = tmp_path / "race.lud"
    text.write_text(RACE, encoding="utf-8")

    call_command("export_module", text, to=tmp_path, trace=True)

    stored = read_module(tmp_path, "race").manifest
    assert stored == compile_typed(read_and_bind(RACE, name="race").root, trace=True).manifest
    assert stored.clauses[0].source == "race"


def test_a_field_without_room_is_neither_read_nor_written():
    captured = Layout().add("captured", "site", 1, 0)

    for use in (captured.load, lambda index: captured.store(index, 1)):
        with pytest.raises(ValueError, match="the field captured is read or written"):
            use(3)


def test_what_rules_never_set_is_no_part_of_a_position_and_reads_as_nothing():
    rules = compiled(THREE_IN_A_ROW)
    machine = Machine(rules)
    machine.start()
    machine.play(machine.legal_moves()[4])

    fields, state = rules.manifest.fields, rules.manifest.state
    assert fields["state"].offset >= state.offset + state.size > fields["what"].offset
    assert set(machine.numbers("state") + machine.numbers("value")) == {0}
