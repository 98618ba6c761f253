"""The form from which simple rules are written, for people who know no ludemes."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evidence.editing.curation.forms.fields import number_field, text_field
from games.drafting import Beginning, DraftingError, Man, Simple, written
from games.drafting.simple import MOST_MEN, MOST_RANKS, MOST_SIDE

# In the words of the form, by the names of `games.drafting`.
MOVES = (
    ("step-straight", gettext_lazy("steps straight")),
    ("step-diagonal", gettext_lazy("steps diagonally")),
    ("step-ahead", gettext_lazy("steps straight ahead")),
    ("step-diagonal-ahead", gettext_lazy("steps diagonally ahead")),
    ("slide-straight", gettext_lazy("goes any distance straight")),
    ("slide-diagonal", gettext_lazy("goes any distance diagonally")),
    ("leap-knight", gettext_lazy("leaps like a knight")),
    ("move-ahead", gettext_lazy("moves straight ahead without capturing")),
    ("capture-diagonal-ahead", gettext_lazy("captures diagonally ahead")),
)
CAPTURES = (
    ("replacement", gettext_lazy("by moving to the enemy’s place")),
    ("leap", gettext_lazy("by leaping over the enemy")),
    ("between", gettext_lazy("by enclosing the enemy between two")),
    ("none", gettext_lazy("not at all")),
)
GOALS = (
    ("mate", gettext_lazy("to mate a man, as the king in chess")),
    ("take", gettext_lazy("to take a certain man")),
    ("all", gettext_lazy("to take all men")),
    ("reach", gettext_lazy("to reach the far rank")),
    ("line", gettext_lazy("to make a line of men")),
)
PLACES = (("squares", gettext_lazy("squares")), ("points", gettext_lazy("points of lines")))
# What the form shows at first: the men of chess.
KING, SLIDES = ("step-straight", "step-diagonal"), ("slide-straight", "slide-diagonal")
USUAL_MEN = (
    ("King", "K", KING, ""), ("Queen", "Q", SLIDES, ""), ("Rook", "R", SLIDES[:1], ""),
    ("Bishop", "B", SLIDES[1:], ""), ("Knight", "N", ("leap-knight",), ""),
    ("Pawn", "P", ("move-ahead", "capture-diagonal-ahead"), "Queen"),
)  # fmt: skip
USUAL = {"columns": 8, "rows": 8, "places": "squares", "rank1": "RNBQKBNR", "rank2": "PPPPPPPP",
         "capture": "replacement", "goal": "mate", "goal_man": "King", "line": 3}  # fmt: skip


class ManRow(forms.Form):
    """One kind of man."""

    name = text_field(gettext_lazy("Name"), 20, gettext_lazy("one word, as in Elephant"))
    letter = text_field(gettext_lazy("Letter"), 1)
    moves = forms.MultipleChoiceField(
        label=gettext_lazy("How it moves"), choices=MOVES, required=False,
        widget=forms.CheckboxSelectMultiple,
    )  # fmt: skip
    becomes = text_field(
        gettext_lazy("On the far rank it becomes"), 20, gettext_lazy("empty: it stays what it is")
    )

    @property
    def called(self) -> str:
        """What the man is called so far."""
        return str(self["name"].value() or "")


class SimpleForm(forms.Form):
    """The board, the array, how men capture, and what the game is about."""

    whole = gettext_lazy("Men"), "men"  # what faults of no field are about

    name = forms.CharField(
        label=gettext_lazy("Name of the game"), max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip
    columns = number_field(gettext_lazy("Columns"), 2, MOST_SIDE, required=True)
    rows = number_field(gettext_lazy("Rows"), 2, MOST_SIDE, required=True)
    places = forms.ChoiceField(label=gettext_lazy("Men stand on"), choices=PLACES)
    rank1 = text_field(
        gettext_lazy("First rank"), MOST_SIDE,
        gettext_lazy("letters of men from left to right, a dot for an empty place"),
        spellcheck="false", notation=True,
    )  # fmt: skip
    rank2 = text_field(gettext_lazy("Second rank"), MOST_SIDE, notation=True)
    rank3 = text_field(gettext_lazy("Third rank"), MOST_SIDE, notation=True)
    rank4 = text_field(gettext_lazy("Fourth rank"), MOST_SIDE, notation=True)
    capture = forms.ChoiceField(label=gettext_lazy("Men capture"), choices=CAPTURES)
    goal = forms.ChoiceField(label=gettext_lazy("The goal is"), choices=GOALS)
    goal_man = text_field(
        gettext_lazy("Which man"), 20, gettext_lazy("that is mated, taken, or has to arrive")
    )
    line = number_field(gettext_lazy("Length of the line"), 2, 9, required=True)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial=USUAL)
        self.beginning: Beginning | None = None
        usual = [
            dict(zip(("name", "letter", "moves", "becomes"), man, strict=True)) for man in USUAL_MEN
        ]
        self.men = [
            ManRow(data, prefix=f"m{at}", initial=usual[at] if at < len(usual) else {})
            for at in range(MOST_MEN)
        ]

    @property
    def board_fields(self) -> list[forms.BoundField]:
        """The fields of the board and the array."""
        names = ("columns", "rows", "places", *(f"rank{n}" for n in range(1, MOST_RANKS + 1)))
        return [self[name] for name in names]

    @property
    def goal_fields(self) -> list[forms.BoundField]:
        """The fields of capture and goal."""
        return [self[name] for name in ("capture", "goal", "goal_man", "line")]

    def clean_name(self) -> str:
        """The name, which stands between quotation marks in the text."""
        name = str(self.cleaned_data["name"])
        if set(name) & set('"\\<>#{}()'):
            raise forms.ValidationError(_("Leave out quotation marks and brackets."))
        return name

    def clean(self) -> dict[str, Any]:
        """Write the rules, where all fields are right."""
        given = super().clean() or {}
        if self.errors or not all(row.is_valid() for row in self.men):
            return given
        try:
            self.beginning = written(self._asked(given))
        except DraftingError as error:
            self._blame(error)
        return given

    def _blame(self, error: DraftingError) -> None:
        """Say what is wrong at the field that it is about."""
        if error.at is not None:
            self._named_men[error.at].add_error(error.part, str(error))
            return
        on = {"men": None, "ranks": "rank1"}.get(error.field, error.field)
        self.add_error(on, str(error))

    @property
    def _named_men(self) -> list[ManRow]:
        return [row for row in self.men if row.cleaned_data.get("name")]

    def _asked(self, given: dict[str, Any]) -> Simple:
        men = [row.cleaned_data for row in self._named_men]
        ranks = [given[f"rank{n}"] for n in range(1, MOST_RANKS + 1)]
        while ranks and not ranks[-1]:
            ranks.pop()
        return Simple(
            name=given["name"], columns=given["columns"], rows=given["rows"],
            on_points=given["places"] == "points",
            men=tuple(
                Man(m["name"], m["letter"] or m["name"][0], tuple(m["moves"]), m["becomes"])
                for m in men
            ),
            ranks=tuple(ranks), capture=given["capture"], goal=given["goal"],
            goal_man=given["goal_man"], line=given["line"],
        )  # fmt: skip
