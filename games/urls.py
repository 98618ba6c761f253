"""Addresses of games."""

from django.urls import path

from games.views import game, games, ruleset

urlpatterns = [
    path("games/", games, name="games"),
    path("games/<slug:slug>/", game, name="game"),
    path("rulesets/<slug:slug>/", ruleset, name="ruleset"),
]
