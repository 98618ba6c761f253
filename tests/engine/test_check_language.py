"""check_language says which texts bind and which missing forms stop how many."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.engine.language import load_signatures
from games.engine.language.coverage import Stop, missing_forms, stops
from games.management.commands.check_language import implemented


def test_the_form_that_opens_most_texts_comes_first():
    used = [{"a", "x"}, {"b", "x"}, {"b", "c"}, {"x"}, {"done"}]
    missing = missing_forms(used, {"done"})

    assert list(stops(missing)) == [
        Stop("x", 3, 1, 2),
        Stop("b", 2, 0, 3),
        Stop("a", 1, 0, 4),
        Stop("c", 1, 0, 5),
    ]


def test_a_folder_is_told_with_the_faults_of_each_text(tmp_path):
    good = '(game "G" (players 2) (equipment {(board (square 3))}) (rules (play (forEach Piece))'
    (tmp_path / "Good.lud").write_text(f"{good} (end (if (no Moves Next) (result Mover Win)))))")
    (tmp_path / "Bad.lud").write_text(f"{good} (end (if (no Move Next) (result Mover Won)))))")
    out = StringIO()

    call_command("check_language", tmp_path, stdout=out)

    lines = out.getvalue().splitlines()
    assert lines[0] == "Bad.lud, line 1, column 99: there is no (no Move …); do you mean Moves?"
    assert "'Won' is no word of the language" in out.getvalue()
    assert "1 of 2 texts bind" in lines
    call_command("check_language", tmp_path, "--texts", "--only", "Good", stdout=out)
    assert "Good: " in out.getvalue()


def test_every_form_that_is_implemented_is_in_the_table():
    keys = {row.key for row in load_signatures()}

    assert implemented() - keys == set()
    assert {"game game", "ints to", "parts pair/2"} <= implemented()


def test_a_folder_without_texts_is_an_error(tmp_path):
    with pytest.raises(CommandError, match="holds no texts"):
        call_command("check_language", tmp_path)
