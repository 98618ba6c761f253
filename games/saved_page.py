"""What the pages of saved and of recorded games show: the board, and what is said of each ply."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin_base import ModelForm
from games.engine import looks_of, rules_of_game
from games.frames import drawn, replay
from games.matches.log import LONGEST_TEXT
from games.models import Comment, Match, SavedGame
from games.play import RulesError
from games.play_page import board_by_digest, typing_words
from games.ruleset_page import sides


@dataclass(frozen=True)
class Remark:
    """What is said of a ply; `move` is "" before the first."""

    ply: int
    move: str
    text: str


class ToldForm(ModelForm):
    """What its keeper tells of a game."""

    class Meta:
        model = SavedGame
        fields = ("title", "first", "second", "played", "note")
        labels = {"first": gettext_lazy("White"), "second": gettext_lazy("Black")}
        widgets = {"note": forms.Textarea(attrs={"rows": 3})}


class CommentForm(ModelForm):
    """What a reader says of a published game."""

    ply = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    class Meta:
        model = Comment
        fields = ("ply", "name", "text")
        widgets = {"text": forms.Textarea(attrs={"rows": 4})}


def remarks(game: Match | SavedGame, *, empty: bool) -> list[Remark]:
    """What is said of each ply, in order; with `empty` also of those of which nothing is said."""
    said = {int(ply): text for ply, text in game.annotations.items()}
    every = (Remark(ply, move, said.get(ply, "")) for ply, move in enumerate(["", *game.moves]))
    if empty:
        return list(every)
    return [replace(remark, text=remark.text.strip()) for remark in every if remark.text]


def read_remarks(game: SavedGame, sent: Any) -> dict[str, str]:
    """What a form says of each ply. Raises ValueError where that is too long."""
    found = {}
    for ply in range(len(game.moves) + 1):
        text = sent.get(f"remark-{ply}", "").replace("\r\n", "\n").replace("\0", "").rstrip()
        if len(text) > LONGEST_TEXT:
            told = {"ply": ply, "most": LONGEST_TEXT}
            raise ValueError(_("Ply %(ply)d: at most %(most)d characters are kept.") % told)
        if text.strip():
            found[str(ply)] = text
    return found


def shown(game: Match | SavedGame, ply: int = 0) -> dict[str, Any]:
    """What the board of a game needs; the fault where its rules cannot be run."""
    try:
        rules = rules_of_game(game)
    except RulesError as error:
        return {"fault": error}
    position = replay(rules, game.moves[:ply])
    title = _("Board after %(ply)d moves") % {"ply": ply}
    looks = looks_of(game.ruleset, game.digest)
    data = board_by_digest(game.ruleset, game.digest, game.options, rules)
    return {
        "board_svg": drawn(rules, position, title, looks, sides(), static("pieces.svg")),
        "data": data
        | {
            "setup": game.setup,
            "moves": game.moves,
            "ply": ply,
            "words": data["words"] | typing_words(),
        },
        "changed_since": game.digest != game.ruleset.digest,
    }
