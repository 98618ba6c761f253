"""What games are to each other: on both pages, in the API, the history, and corpus files."""

import json

import pytest
from django.contrib.auth.models import User

from evidence.claims.game_relations import contents_of, drafts_of, store_relations
from evidence.drafts import CitationDraft, Draft, GameDraft, GameRelationDraft
from evidence.exporters.linked import describe
from evidence.history import revision
from evidence.history.shared import content_of, note_shared
from evidence.importers.corpus import CorpusError, load_corpus
from evidence.models import GameRelation, Revision, SharedVersion, Source
from evidence.quality.checks import CHECKS
from evidence.quality.keeping import found_by
from evidence.quality.showing import all_shown
from evidence.sources import StoreError
from evidence.storing import store
from evidence.storing.joining import join
from evidence.storing.undoing import undo
from evidence.vocabulary import INVERSE_GAME_LINKS, GameLink
from games.models import Game
from people.groups import give_role
from people.matrix import Role
from tests.evidence.test_corpus import BOARD, write

pytestmark = pytest.mark.django_db

BOOK = "Murray, H. J. R. (1952). A History of Board-Games."
FROM_NARD = GameRelationDraft(
    "probable", "scholar", source=BOOK, locator="p. 114", reason="same men and dice",
    relation="derived-from", target="nard",
)  # fmt: skip


@pytest.fixture
def games(db):
    """Backgammon, said to come from nard; and tables, of which nobody says anything."""
    for name in ("Backgammon", "Nard", "Tables"):
        store(Draft(name.lower(), GameDraft(name), citations=(CitationDraft(BOOK),)))
    found = {game.slug: game for game in Game.objects.all()}
    store_relations(found["backgammon"], [FROM_NARD])
    return found


def page(client, slug):
    return client.get(f"/games/{slug}/").content.decode()


def test_each_of_two_games_says_what_it_is_to_the_other_and_who_says_so(games, client):
    own, other = page(client, "backgammon"), page(client, "nard")
    assert 'Is derived from <a class="title" href="/games/nard/">Nard</a>' in own
    assert 'Gave rise to <a class="title" href="/games/backgammon/">Backgammon</a>' in other
    for said in ("probable", "A History of Board-Games", "p. 114", "same men and dice"):
        assert said in own and said in other
    assert "Related games" not in page(client, "tables")


def test_the_api_tells_relations_in_both_directions_beside_what_it_told(games, client):
    own, other = (client.get(f"/api/v1/games/{slug}/").json() for slug in ("backgammon", "nard"))
    said = {
        "relation": "derived-from", "certainty": "probable", "voice": "scholar", "who": "",
        "source": Source.objects.get().slug, "locator": "p. 114", "reason": "same men and dice",
    }  # fmt: skip
    (row,), (back,) = own["relations"], other["relations"]
    assert row == {
        **said, "is_inverse": False,
        "game": {"slug": "nard", "name": "Nard", "url": "http://testserver/api/v1/games/nard/"},
    }  # fmt: skip
    assert (back["is_inverse"], back["game"]["slug"]) == (True, "backgammon")
    assert {name: back[name] for name in said} == said


def test_linked_data_leave_out_what_is_doubted(games):
    backgammon, nard = games["backgammon"], games["nard"]
    others = describe(backgammon, "")["isBasedOn"]
    assert [each["@id"] for each in others] == ["/games/nard/"]
    store_relations(nard, [GameRelationDraft(relation="variant-of", target="tables")])
    assert describe(nard, "")["exampleOfWork"][0]["name"] == "Tables"
    assert describe(games["tables"], "")["workExample"][0]["name"] == "Nard"
    same = GameRelationDraft("certain", relation="same-as", target="nard")
    store_relations(backgammon, [same])
    assert describe(backgammon, "")["sameAs"] == ["/games/nard/"]
    GameRelation.objects.filter(relation="same-as").update(certainty="rejected")
    assert "sameAs" not in describe(backgammon, "")


def test_every_relation_has_words_for_either_side():
    for link in GameLink:
        row = GameRelation(relation=link)
        assert (row.inverse == str(link.label)) == (link not in INVERSE_GAME_LINKS)


@pytest.mark.parametrize(
    "draft",
    [
        GameRelationDraft(relation="variant-of", target="backgammon"),
        GameRelationDraft(relation="variant-of", target="ludo"),
        GameRelationDraft(relation="cousin-of", target="nard"),
        GameRelationDraft(relation="variant-of", target="nard", source="no such book"),
    ],
)
def test_a_relation_that_leads_nowhere_is_refused_and_nothing_changes(games, draft):
    with pytest.raises(StoreError):
        store_relations(games["backgammon"], [draft])
    assert drafts_of(games["backgammon"]) == (FROM_NARD,)


def test_undoing_an_act_restores_the_relations_that_it_changed(games):
    game = games["backgammon"]
    with revision("read again") as act:
        before = content_of(game)
        store_relations(game, [GameRelationDraft(relation="variant-of", target="tables")])
        note_shared(game, before)
    undo(act.row, by=None, why="no")
    assert drafts_of(game) == (FROM_NARD,)
    version = SharedVersion.objects.order_by("pk").last()
    assert version.after["relations"] == contents_of(game)


def test_versions_from_before_there_were_relations_are_still_undone(games):
    tables = games["tables"]
    before = content_of(tables)
    assert "relations" not in before
    with revision("import") as act:
        tables.origin = "Byzantium"
        tables.save()
        note_shared(tables, before)
    undo(act.row, by=None, why="no")
    tables.refresh_from_db()
    assert tables.origin == ""


def test_joining_sources_takes_relations_along_and_parting_them_brings_them_back(games):
    into = Source.objects.create(slug="other", citation="Murray, Board-Games")
    act = join(Source.objects.get(citation=BOOK), into, by=None)
    assert GameRelation.objects.get().source == into
    undo(act, by=None, why="no")
    assert GameRelation.objects.get().source.citation == BOOK


def test_an_administrator_relates_games_and_the_history_has_it(games, client):
    asha = User.objects.create_user("asha")
    give_role(asha, Role.ADMINISTRATOR)
    client.force_login(User.objects.get(pk=asha.pk))
    nard, tables = games["nard"], games["tables"]
    form = {
        "slug": "nard", "name": "Nard", "external_ids": "{}",
        "aliases-TOTAL_FORMS": 0, "aliases-INITIAL_FORMS": 0,
        "relations-TOTAL_FORMS": 1, "relations-INITIAL_FORMS": 0,
        "relations-0-relation": "variant-of", "relations-0-target": tables.pk,
        "relations-0-who": "Asha",
    }  # fmt: skip
    answer = client.post(f"/admin/games/game/{nard.pk}/change/", form)
    assert answer.status_code == 302
    act = Revision.objects.order_by("pk").last()
    assert (act.by, act.shared.get().after["relations"][0]["target"]) == (asha, "tables")


def names(check):
    found = CHECKS[check]
    return [tuple(each.name for each in row) for row in all_shown(found, found_by(found).rows)]


def test_the_quality_page_lists_relations_of_nobody_and_those_that_go_round(
    games, settings, tmp_path
):
    settings.VAR_DIR = tmp_path
    assert names("nobodys-relation") == names("games-both-ways") == []
    store_relations(games["nard"], [GameRelationDraft(relation="variant-of", target="backgammon")])
    assert names("nobodys-relation") == [("nard", "backgammon")]
    assert names("games-both-ways") == [("nard", "backgammon")]
    GameRelation.objects.filter(source=None).update(certainty="rejected")
    assert names("games-both-ways") == []


def corpus(folder, *relations, game="Senet"):
    """A corpus of two games, and what one is to others."""
    if not folder.exists():
        other = {"key": "board-2", "game": "Twenty Squares", "title": "Other", "type": "Artifact"}
        write(folder, [BOARD, other])
    line = {"game": game, "relations": relations}
    (folder / "games.jsonl").write_text(json.dumps(line))
    return folder


def test_a_corpus_relates_its_games_but_keeps_what_people_have_changed(db, tmp_path):
    same = {"relation": "same-as", "target": "Twenty Squares", "certainty": "doubtful"}
    folder = corpus(tmp_path / "corpus", same)
    assert "games with relations: 1 changed" in load_corpus(folder).lines()
    assert "games with relations: 1 unchanged" in load_corpus(folder).lines()
    senet = Game.objects.get(slug="senet")
    assert contents_of(senet) == [same | {"target": "twenty-squares"}]
    corpus(folder, same | {"certainty": "probable"})
    load_corpus(folder)
    assert contents_of(senet)[0]["certainty"] == "probable"
    with revision("looked into"):
        before = content_of(senet)
        store_relations(senet, [])
        note_shared(senet, before)
    assert "games with relations: 1 kept" in load_corpus(folder).lines()
    assert contents_of(senet) == []
    load_corpus(folder, update=True)
    assert contents_of(senet)[0]["certainty"] == "probable"


@pytest.mark.parametrize(
    ("relation", "game", "said"),
    [
        ({"relation": "cousin-of", "target": "Senet"}, "Senet", "key relations[0].relation"),
        ({"relation": "same-as", "target": "Ludo"}, "Senet", "key relations[0].target"),
        ({"relation": "same-as", "target": "Senet"}, "Senet", "line 1: a game is related to"),
        ({"relation": "same-as", "target": "Senet"}, "Ludo", "key game"),
        ({"relation": "same-as", "target": "Twenty Squares", "source": "?"}, "Senet", "no source"),
    ],
)
def test_a_corpus_whose_relations_are_wrong_is_refused_by_file_and_line(
    relation, game, said, db, tmp_path
):
    with pytest.raises(CorpusError, match=r"games\.jsonl") as refused:
        load_corpus(corpus(tmp_path / "corpus", relation, game=game))
    assert said in str(refused.value)
    assert not Game.objects.exists()
