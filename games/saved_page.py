"""What the pages of saved and of recorded games show: the board, and what is said of each ply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin_base import ModelForm
from games.frames import drawn, replay
from games.matches.log import LONGEST_TEXT
from games.matches.sheet import MOST_HEADERS
from games.models import Comment, Match, SavedGame
from games.notation.hands import dropped
from games.play import MoveError, RulesError
from games.play_page import board_by_digest, typing_words
from games.rules_cache import looks_of, rules_of_game
from games.ruleset_page import face_down, sides, sides_of_game
from games.variations import BETWEEN, WrongVariation, checked, parted

# Characters of all remarks: what is kept is to be read again from its log.
MOST_SAID = 120_000


@dataclass(frozen=True)
class Remark:
    """What is said of a ply; `move` is "" before the first."""

    ply: int
    move: str
    text: str
    points: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""  # why it cannot be kept

    @property
    def shown(self) -> str:
        """The move as readers see it."""
        return dropped(self.move, self.points)

    @property
    def prose(self) -> str:
        """The remark without its variations."""
        return parted(self.text)[0].strip()

    @property
    def variations(self) -> list[list[tuple[str, str]]]:
        """The moves of each variation: its label, and as readers see it."""
        lines = parted(self.text)[1]
        return [[(move, dropped(move, self.points)) for move in line] for line in lines]


class ToldForm(ModelForm):
    """What its keeper tells of a game."""

    class Meta:
        model = SavedGame
        fields = ("title", "first", "second", "played", "note")
        widgets = {"note": forms.Textarea(attrs={"rows": 3})}
        help_texts = {
            "played": gettext_lazy("When it was played, in your own words, such as May 1932.")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = sides_of_game(self.instance)
        self.wrong: tuple[int, str] | None = None  # a remark's ply, and why it cannot be kept
        self.fields["first"].label, self.fields["second"].label = names["1"], names["2"]

    def clean_note(self) -> str:
        """A note of no more lines than a log may have."""
        note = str(self.cleaned_data["note"])
        if len(note.splitlines()) > MOST_HEADERS:
            raise ValidationError(_("At most %(most)d lines are kept.") % {"most": MOST_HEADERS})
        return note


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
    points = _points(game) if said or empty else {}
    every = (
        Remark(ply, move, said.get(ply, ""), points) for ply, move in enumerate(["", *game.moves])
    )
    if empty:
        return list(every)
    return [replace(remark, text=remark.text.strip()) for remark in every if remark.text]


def _points(game: Match | SavedGame) -> Mapping[str, str]:
    try:
        return rules_of_game(game).points
    except RulesError:
        return {}


def read_remarks(game: SavedGame, sent: Any) -> dict[str, str]:
    """What a form says of each ply."""
    found = {}
    for ply in range(len(game.moves) + 1):
        text = sent.get(f"remark-{ply}", "").replace("\r\n", "\n").replace("\0", "").rstrip()
        if text.strip():
            found[str(ply)] = text
    return found


def too_long(remarks: Mapping[str, str]) -> str:
    """Why so much cannot be said, or ""."""
    for ply, text in remarks.items():
        if len(text) > LONGEST_TEXT:
            told = {"ply": int(ply), "most": LONGEST_TEXT}
            return _("Ply %(ply)d: at most %(most)d characters are kept.") % told
    marks = len("// ")
    if sum(len(text) + marks * (1 + text.count("\n")) for text in remarks.values()) > MOST_SAID:
        told = {"most": MOST_SAID}
        return _("All remarks together: at most %(most)d characters are kept.") % told
    return ""


def with_variations(game: SavedGame, remarks: dict[str, str]) -> dict[str, str]:
    """The remarks, with the moves of variations as the rules write them.

    Raises WrongVariation where one is not legal. Nothing is checked by rules that do not compile.
    """
    try:
        return checked(rules_of_game(game), game.moves, remarks)
    except (MoveError, RulesError):
        return remarks


def refusal(error: WrongVariation) -> str:
    """What is said of a variation that cannot be played."""
    told = {"ply": error.ply, "reason": error}
    return (
        _(
            "Ply %(ply)d: %(reason)s. A line in parentheses is a variation from this position: "
            "write anything else without them, or not on a line of its own."
        )
        % told
    )


def example_of(game: SavedGame) -> str:
    """A variation as it is typed, of two moves of the game itself."""
    return BETWEEN.join(map(dropped, game.moves[:2]))


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
    names = sides(rules, looks)
    return {
        "board_svg": drawn(
            rules, position, title, looks, names, static("pieces.svg"), face_down=face_down()
        ),
        "data": data
        | {
            "setup": game.setup,
            "moves": game.moves,
            "ply": ply,
            "words": data["words"] | typing_words(),
        },
        "changed_since": game.digest != game.ruleset.digest,
    }
