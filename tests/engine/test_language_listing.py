"""docs/language.md lists every form of the language with what is implemented now."""

from games.engine.language import load_signatures
from games.engine.language.listing import TITLES, listing
from games.management.commands.check_language import implemented
from tests.machine import PROJECT


def test_the_list_in_the_documentation_is_up_to_date():
    written = (PROJECT / "docs" / "language.md").read_text(encoding="utf-8")

    assert written == listing(load_signatures(), implemented()), "run manage.py list_ludemes"


def test_every_form_is_listed_once_with_its_meaning():
    lines = [line for line in listing(load_signatures(), ()).splitlines() if line.startswith("| `")]
    written = [s for s in load_signatures().signatures if not s.meaning.startswith("Not written")]

    assert len(lines) == len(written)
    assert {each.kind for each in written} == TITLES.keys()


def test_a_form_is_marked_as_implemented_word_by_word():
    table = load_signatures()
    lines = listing(table, {"booleans is Empty", "moves move Step"}).splitlines()

    empty = "| `(is Empty\\|Occupied [type] at)` | Whether a site is empty or occupied. | `Empty` |"
    assert empty in lines
    step = "| `(move Step [from] [directions] to [stack:] [then])` |"
    assert next(line for line in lines if line.startswith(step)).endswith("| yes |")
    assert "| `(roll [then])` | All dice are rolled. | not yet |" in lines
