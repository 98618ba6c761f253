"""/api/v1/games/."""


def test_games_with_their_names_and_evidence(ask):
    status, answer = ask("games/")
    assert (status, answer["count"]) == (200, 4)
    senet = next(game for game in answer["results"] if game["slug"] == "senet")
    assert senet["aliases"] == ["Game of Thirty Squares"]
    assert senet["evidence"] == "http://testserver/api/v1/evidence/?game=senet"
    assert senet["evidence_count"] == 1
    assert ask("games/senet/") == (200, senet)


def test_a_game_names_its_rulesets(ask):
    assert ask("games/shodra/")[1]["rulesets"] == ["shodra"]


def test_an_unknown_game_is_named(ask):
    status, answer = ask("games/monopoly/")
    assert (status, answer["error"]["message"]) == (404, "There is no game “monopoly”.")


def test_games_are_no_geojson(ask):
    status, answer = ask("games/?format=geojson")
    assert (status, answer["error"]["parameter"]) == (400, "format")
