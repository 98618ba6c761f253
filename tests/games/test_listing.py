"""docs/ludemes.md lists what is implemented, as it is implemented now."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from games.compiler.dispatch import Table
from games.compiler.listing import _rows, listing
from tests.games.cast import PROJECT


def test_the_list_in_the_documentation_is_up_to_date():
    written = (PROJECT / "docs" / "ludemes.md").read_text(encoding="utf-8")

    assert written == listing(), "run manage.py list_ludemes, and commit docs/ludemes.md"


def test_the_command_checks_it_too(capsys: pytest.CaptureFixture[str]):
    call_command("list_ludemes", "--check")

    assert capsys.readouterr().out.startswith("docs/ludemes.md: ")


@pytest.mark.parametrize(
    "line",
    [
        "| `(move Step …)`, `(step …)` | A move to a neighbouring site. With `stack:`. |",
        "| `(is Empty …)`, `(is Occupied …)` | Whether nothing, or something, stands on a site. |",
        "| `(piece …)` | A piece of a player or of each, with the ludeme of its moves. |",
        "| `(square …)` | Squares in a square, a limping square or a diamond. |",
    ],
)
def test_a_ludeme_is_listed_with_all_its_names_and_what_it_means(line: str):
    assert line in listing().splitlines()


def test_nothing_is_listed_twice():
    lines = [line for line in listing().splitlines() if line.startswith("| `")]

    assert len(lines) > 100
    for section in listing().split("\n## ")[1:]:
        rows = [line for line in section.splitlines() if line.startswith("| `")]
        assert len(set(rows)) == len(rows)


def test_a_lowering_that_does_not_say_what_it_means_is_refused_by_name():
    table: Table[object] = Table("moves")  # type: ignore[type-var]

    @table.on("fly")
    def _fly() -> None:
        pass

    with pytest.raises(ValueError, match=r"_fly has no docstring: add one"):
        _rows(table)
