"""Assertions in a table: read with their games and sources, each fault at its column."""

import pytest

from evidence.drafts import DateDraft, IdentificationDraft, RelationDraft
from evidence.importers.table_file import TableError
from evidence.importers.table_look import look
from evidence.importers.table_store import Options, import_table
from evidence.models import Evidence, Place, Source
from evidence.records.stored import as_draft
from games.models import Game

pytestmark = pytest.mark.django_db

HEAD = (
    "identifier,game_name,place_name,place_role,identified_game_name,identified_certainty,"
    "identified_source,other_date_edtf,other_date_role,related_how,related_record\n"
)


def imported(folder, *rows):
    path = folder / "t.csv"
    path.write_text(HEAD + "\n".join(rows))
    return import_table(path, Options())


def test_a_row_makes_assertions_about_games_and_sources_that_only_it_names(tmp_path):
    imported(tmp_path, "a,Senet,Thebes | Cairo,Found | Kept,Twenty Squares | Senet,certain | ,"
             "Piccione 1980 | ,1850,found,same-object,b", "b,Senet,,,,,,,,,")  # fmt: skip
    draft = as_draft(Evidence.objects.get(identifier="a"))
    assert draft.identifications == (
        IdentificationDraft("certain", source="Piccione 1980", game="twenty-squares"),
        IdentificationDraft(game="senet"),
    )
    assert draft.other_dates == (DateDraft(role="found", date="1850"),)
    assert draft.relations == (RelationDraft(relation="same-object", target="b"),)
    assert list(Place.objects.values_list("role", flat=True)) == ["found", "kept"]
    assert Source.objects.get().citation == "Piccione 1980"
    assert Game.objects.count() == 2
    newest = Evidence.objects.order_by("-pk").values_list("identifier", flat=True)
    assert list(newest) == ["a", "b"]
    path = tmp_path / "next.csv"
    path.write_text(HEAD + "b,Senet,,,Pachisi,,Falkener 1892,,,,")
    assert look(path, Options()).lines["changed"] == [2]


def test_every_word_that_is_none_of_its_list_is_named_by_its_column(tmp_path):
    with pytest.raises(TableError) as refused:
        imported(tmp_path, "a,Senet,Thebes,dug,Ur,sure,,1850,,,b",
                 "b,Senet,,,,,Piccione,long ago,made,copy-of,b")  # fmt: skip
    said = str(refused.value).split("\n")
    assert [each.partition(":")[0] for each in said] == [
        "line 2, column identified_certainty",
        "line 2, column other_date_role",
        "line 2, column place_role",
        "line 2, column related_how",
        "line 3, column identified_game",
        "line 3, column other_date_edtf",
    ]
    assert not Evidence.objects.exists()
