"""What the page shows on which a ruleset is played, against oneself or against the computer.

The address chooses the options, `?option=Option/Item`; the state of the game is its part after #,
which only static/js/sheet.js reads and writes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from games.clause_titles import Titles, named, titled
from games.frames import Looks, drawn
from games.matches.sheet import MOST_PLIES
from games.models import Ruleset
from games.notation.errors import NotationError, UnreadableMove
from games.notation.hands import dropped
from games.notation.letters import PAWN
from games.play import FirstPosition, MoveError, Position, Rules, Written
from games.play.turns import read_turn
from games.ruleset_page import board_data, sides
from games.sentences import written

# The strengths of static/js/strengths.js, which says what each may spend on a move.
STRENGTHS = ("weak", "middle", "strong")

# The script of the computer's search, by the design of the engine.
WORKERS = {1: "js/opponent-worker.js", 2: "js/engine/opponent-worker.js"}

LONGEST = 200  # characters of a typed move
PLAIN = re.compile(r"[a-z]+\d+-[a-z]+\d+")
LED = re.compile(r"[A-Z][a-z]+\d+$")  # a move that begins with a letter of a man


def play_data(ruleset: Ruleset, options: tuple[str, ...], rules: Rules) -> dict[str, Any]:
    """Everything that static/js/play-page.js needs, as JSON."""
    data = board_data(ruleset, options, rules)
    return data | {
        "ruleset": ruleset.get_absolute_url(),
        "read": reverse("read-move", args=[ruleset.slug]),
        "worker": static(WORKERS[rules.design]),
        "example": _example(rules, ruleset),
        "words": data["words"] | typing_words() | _words(),
    }


def board_by_digest(
    ruleset: Ruleset, digest: str, options: Sequence[str], rules: Rules
) -> dict[str, Any]:
    """What a page needs to show a game by the text of that digest, whatever text is the present."""
    return board_data(ruleset, options, rules, digest) | {
        "ruleset": ruleset.get_absolute_url(),
        "read": f"{reverse('read-move', args=[ruleset.slug])}?{urlencode({'digest': digest})}",
        "example": _example(rules, ruleset),
    }


def _example(rules: Rules, ruleset: Ruleset) -> str:
    """A move of the opening as the list of legal moves writes it; "" before a throw."""
    titles = {clause.name: clause.title for clause in ruleset.clauses.all()}
    moves = rules.start().legal_moves
    return written(moves[0].label, titles, rules.points) if moves else ""


def opening(ruleset: Ruleset, rules: Rules) -> SafeString:
    """The board before the first move."""
    title, names = _("The board at the start"), sides(rules, ruleset.pieces)
    start = rules.start()
    sprite = static("pieces.svg")
    return drawn(rules, start, title, ruleset.pieces, names, sprite, viewer=start.mover)


def strengths() -> list[tuple[str, str]]:
    """The strengths of the computer, each with its name."""
    names = {"weak": _("Weak"), "middle": _("Middle"), "strong": _("Strong")}
    return [(strength, names[strength]) for strength in STRENGTHS]


def read_move(
    rules: Rules, looks: Looks, played: Sequence[str], text: str, titles: Titles
) -> dict[str, str]:
    """The legal move that a text in any notation means after others: {"move"}, or {"reason"}.

    `looks` has the letters of the pieces; clauses are read and written by their `titles`.
    """
    if len(played) > MOST_PLIES or len(text) > LONGEST:
        return {"reason": _("The game, or the move, is too long to be read.")}
    position, family = rules.start(), rules.family
    try:
        for label in played:
            position = position.play(label)
        if family is not None and family.reads(text):
            return {"move": read_turn(family, position, text)[0]}
        return {"move": _meant(position, looks, named(text, titles))}
    except UnreadableMove:
        return {"reason": _how_to_write(rules, position, looks, text, titles)}
    except MoveError as error:
        reason = str(error).replace(f" in the position {position}", "")
        return {"reason": dropped(titled(reason, titles))}


def _how_to_write(rules: Rules, position: Position, looks: Looks, text: str, titles: Titles) -> str:
    """What is said of a text that is no move: how some moves that are legal here are written."""
    told = _("“%s” is not a move.") % Truncator(text).chars(40)
    if position.needs_throw:
        return f"{told} {_('Write the throw of the dice before the move, as in [3 5] a1-b1.')}"
    listed = [written(m.label, titles, rules.points) for m in position.legal_moves]
    if not listed:
        return told
    plain = next((found[0] for each in listed if (found := PLAIN.match(each))), "")
    if plain:
        told = f"{told} {_('Write it from place to place, as in %s') % plain}"
    else:
        told = f"{told} {_('Write it as the list of legal moves does, as in %s') % listed[0]}"
    lettered = _lettered(position, looks)
    if not lettered:
        return f"{told}."
    known = ", ".join(sorted(f"{look['letter']} {look['name']}" for look in looks.values()))
    return f"{told}; {_('or with the letter of the man, as in %s') % lettered[0]}: {known}."


def _lettered(position: Position, looks: Looks) -> list[str]:
    """The moves that begin with the letter of a piece; none where pieces have no letters."""
    if not isinstance(position, FirstPosition):
        return []
    try:
        return [m for m in Written(position, _letters(looks)).algebraic if LED.match(m)]
    except NotationError:
        return []


def _meant(position: Position, looks: Looks, text: str) -> str:
    if not isinstance(position, FirstPosition):
        return position.legal_moves.find(text).label
    try:
        return Written(position, _letters(looks)).find(text).label
    except NotationError:
        return position.legal_moves.find(text).label  # the pieces have no letters of their own


def _letters(looks: Looks) -> dict[str, str]:
    """The letters of the pieces; a piece whose letter is P, as a pawn's, may do without."""
    letters = {name: look["letter"] for name, look in looks.items() if "letter" in look}
    return {name: "" if letter == PAWN else letter for name, letter in letters.items()}


def typing_words() -> dict[str, str]:
    """The phrases of static/js/table.js beside those of the board."""
    return {
        "empty": _("empty"),
        "notYours": _("It is not your turn here."),
        "throwFirst": _("Throw first: the moves depend on the throw."),
        "notLegal": _(
            "“{text}” is not a legal move here. Write it as the list of legal moves does, "
            "as in {move}."
        ),
    }


def _words() -> dict[str, str]:
    """The phrases that only this page needs; names in braces are filled in by the page."""
    return {
        "yourMove": _("Your move ({side})."),
        "toMove": _("{side} to move."),
        "thinking": _("{side}, the computer, is thinking."),
        "won": _("{side} has won."),
        "drawn": _("The game is drawn."),
        "resigned": _("{side} resigns: {other} has won."),
        "agreed": _("Both agree on a draw."),
        "offered": _("The computer is considering your offer of a draw."),
        "offerLater": _("The computer is to move: offer a draw when it is your turn."),
        "declined": _("The computer declines: it does not think that you stand better."),
        "thought": _("The computer tried {playouts} lines of play in {seconds} s."),
        "byPlayouts": _("The computer tries {playouts} lines of play before each move."),
        "byTime": _("The computer tries as many lines of play as {seconds} s allow."),
        "sow": _("Sow seed by seed"),
        "seed": _("Seed {number} of {seeds}, from {start}: {hole} has {count}."),
        "nextSeed": _("Next seed ({number} of {seeds})"),
        "sown": _("All sown"),
        "lap": _("Sow lap by lap"),
        "lapSown": _("Lap {lap} of {laps}: {count} from {start}, the last in {hole}."),
        "nextLap": _("Next lap ({lap} of {laps})"),
        "nothing": _("nothing"),
        "settingUp": _("A position is being set up."),
        "setupStuck": _("This cannot be played: the side to move has no legal move."),
        "setupBroken": _("This cannot be played by these rules: {reason}"),
        "setupUnread": _(
            "The position of this address cannot be read: the usual opening stands here."
        ),
        "toThrow": _("{side} to throw."),
        "now": _("Now: {clause}."),
        "oneMove": _("{side} to move; {move} is the only legal move."),
        "setsUp": _("The first move, a pass, sets the pieces up at random."),
        "onlyPass": _("{side} to move; the only legal move is to pass."),
        "onlyPassBy": _("{side} to move; the only legal move is to pass: {clause}."),
        "ownMan": _("Click one of your own men."),
        "ownManOrPass": _("Click one of your own men, or pass."),
        "broken": _(
            "Move {ply}, {move}, of this address is not legal under these rules: "
            "the game stands before it."
        ),
    }
