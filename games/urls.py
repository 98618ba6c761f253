"""Addresses of rulesets; the galleries, and games, which show evidence, are in evidence.urls."""

from django.urls import path

from games.between_views import begin_between, between, between_act, between_state
from games.match_views import comment, log, match, moderate, queue
from games.picture_views import board_file, card_file, gif_file, png_file, svg_file
from games.readings_views import readings, start_readings
from games.saved_views import (
    kept_game,
    kept_log,
    own_games,
    read_game,
    save_between,
    save_game,
)
from games.study_views import start, study
from games.views import play, read, recorded, ruleset

urlpatterns = [
    path("between/<slug:key>/", between, name="between"),
    path("between/<slug:key>/state/", between_state, name="between-state"),
    path("between/<slug:key>/act/", between_act, name="between-act"),
    path("between/<slug:key>/save/", save_between, name="save-between"),
    path("rulesets/<slug:slug>/play/between/", begin_between, name="begin-between"),
    path("rulesets/<slug:slug>/", ruleset, name="ruleset"),
    path("rulesets/<slug:slug>/board.svg", board_file, name="board-svg"),
    path("rulesets/<slug:slug>/board.png", card_file, name="board-png"),
    path("rulesets/<slug:slug>/play/", play, name="play"),
    path("rulesets/<slug:slug>/games/", recorded, name="recorded"),
    path("rulesets/<slug:slug>/games/<slug:match>.txt", log, name="log"),
    path("rulesets/<slug:slug>/games/<slug:match>/<int:ply>.svg", svg_file, name="ply-svg"),
    path("rulesets/<slug:slug>/games/<slug:match>/<int:ply>.png", png_file, name="ply-png"),
    path(
        "rulesets/<slug:slug>/games/<slug:match>/<int:first>-<int:last>.gif",
        gif_file,
        name="ply-gif",
    ),
    path("rulesets/<slug:slug>/games/log/", read_game, name="read-log"),
    path("rulesets/<slug:slug>/games/<slug:match>/", match, name="match"),
    path("rulesets/<slug:slug>/games/<slug:match>/comment/", comment, name="comment"),
    path("rulesets/<slug:slug>/play/save/", save_game, name="save-game"),
    path("kept/", own_games, name="own-games"),
    path("kept/<slug:key>/", kept_game, name="kept-game"),
    path("kept/<slug:key>/log/", kept_log, name="kept-log"),
    path("curate/games/", queue, name="moderate"),
    path("curate/games/<str:kind>/<int:pk>/", moderate, name="moderate-one"),
    path("rulesets/<slug:slug>/study/", study, name="study"),
    path("rulesets/<slug:slug>/study/start/", start, name="start-study"),
    path("rulesets/<slug:slug>/readings/", readings, name="readings"),
    path("rulesets/<slug:slug>/readings/start/", start_readings, name="start-readings"),
    path("rulesets/<slug:slug>/play/read/", read, name="read-move"),
]
