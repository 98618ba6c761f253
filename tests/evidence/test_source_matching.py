"""Sources that are typed, pasted or imported are matched with those that are stored."""

from __future__ import annotations

import pytest

from evidence.importers.table_store import Options, import_table
from evidence.models import Evidence, Source
from evidence.sources.matching import matches

pytestmark = pytest.mark.django_db

CHESS = "Murray, H. J. R. 1913. A History of Chess. London: Oxford University Press."
BOARD_GAMES = "Murray, H. J. R. (1952). A history of board-games other than chess. Clarendon Press."
CYPRUS = "Murray, A. S., Smith, A. H., & Walters, H. B. (1900). Excavations in Cyprus. London."
UNREAD = "Kieckhefer 1989. Magic in the Middle Ages. Cambridge."


@pytest.fixture(autouse=True)
def stored():
    for slug, citation, title, year, family in (
        ("chess", CHESS, "A History of Chess", 1913, "Murray"),
        ("games", BOARD_GAMES, "A history of board-games other than chess", 1952, "Murray"),
        ("cyprus", CYPRUS, "Excavations in Cyprus", 1900, "Murray"),
    ):
        csl = {"title": title, "author": [{"family": family}]}
        Source.objects.create(slug=slug, citation=citation, title=title, year=year, csl=csl)
    Source.objects.create(slug="magic", citation=UNREAD)


@pytest.mark.parametrize(
    ("typed", "slug"),
    [
        ("Murray A History of Chess", "chess"),
        ("Murray, History of Chess", "chess"),
        ("murray 1913", "chess"),
        ("H.J.R. Murray, A History of Chess, 1913", "chess"),
        ("A History of Chess, Murray", "chess"),
        ("Murray, H. J. R. (1913). A History of Chess. Oxford: Clarendon Press.", "chess"),
        ("Murray 1952", "games"),
        ("Murray Board-Games other than chess", "games"),
        ("Murray, Excavations in Cyprus", "cyprus"),
        ("Kieckhefer 1989", "magic"),
        ("Kieckhefer, Magic in the Middle Ages", "magic"),
        (CHESS, "chess"),
        ("chess", "chess"),
    ],
)
def test_a_source_that_is_surely_meant_is_found(typed, slug):
    assert matches(typed).sure == Source.objects.get(slug=slug)


@pytest.mark.parametrize(
    ("typed", "slugs"),
    [
        ("History of Chess", {"chess", "games"}),  # no author
        ("Murray", set()),  # one word
        ("Murray 1914", set()),  # another year
        ("Golombek, A History of Chess, 1976", set()),
        ("Davidson 1949. A Short History of Chess", set()),
        ("", set()),
        ("the of and", set()),
    ],
)
def test_what_is_not_sure_is_offered_at_most(typed, slugs):
    found = matches(typed)
    assert found.sure is None
    assert {source.slug for source in found.maybe} == slugs


def test_a_table_cites_stored_sources_and_says_which(tmp_path):
    path = tmp_path / "finds.csv"
    rows = ["a,Senet,Murray A History of Chess,p. 3", "b,Senet,History of Chess,"]
    path.write_text("\n".join(["id,game,source,page", *rows]))
    report = import_table(path, Options())
    assert report.remarks["sources matched with stored ones"] == [
        f"Murray A History of Chess → {CHESS}"
    ]
    cited = Evidence.objects.get(identifier="a").citations.get()
    assert (cited.source.slug, cited.locator) == ("chess", "p. 3")
    assert Evidence.objects.get(identifier="b").citations.get().source.slug == "history-of-chess"
    assert not import_table(path, Options(update=True)).changed
