"""Show the legal moves of a position in every notation, after moves that are given in any."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.stored import add_ruleset_arguments, letters_of, rules_of
from games.notation.errors import NotationError
from games.notation.family import Family
from games.play import FirstPosition, MoveError, Position, Rules, RulesError, Written
from games.play.turns import ply_text, read_turn


class Command(BaseCommand):
    help = (
        "Play moves, each written by coordinates (e2-e4), in short algebraic (Nf3) or as Game "
        'Courier writes them ("P e2-e4"), then list the legal moves in all three. Draughts, '
        'mancala and races take whole turns too: "15x22x29", "C E", "31: 8/5 6/5".'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_ruleset_arguments(parser)
        parser.add_argument("moves", nargs="*", metavar="MOVE", help="played from the start")
        parser.add_argument(
            "--letter",
            action="append",
            default=[],
            metavar="PIECE=LETTER",
            help="the letter of a piece, where the ruleset gives none; may be repeated",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        letters = letters_of(options["slug"]) | dict(map(_letter, options["letter"]))
        try:
            rules = rules_of(options, trusted=False)
            position = _played(rules, options["moves"], letters)
            texts = list(_texts(rules.family, position, letters))
        except (MoveError, RulesError) as error:
            raise CommandError(str(error)) from error
        except NotationError as error:
            raise CommandError(f"{error}: write --letter PIECE=LETTER") from error
        self.stdout.write(str(position))
        if position.outcome is not None:
            winner = position.outcome.winner
            self.stdout.write(f"player {winner} has won" if winner else "the game is drawn")
        if position.needs_throw:
            self.stdout.write(
                "the dice are to be thrown: write the throw before the move, [3] a1-b1"
            )
        for text in texts:
            self.stdout.write(text)


def _letter(text: str) -> tuple[str, str]:
    piece, equals, letter = text.partition("=")
    if not equals:
        raise CommandError(f"--letter {text}: write PIECE=LETTER, such as Pawn=P")
    return piece, letter


def _played(rules: Rules, moves: Iterable[str], letters: Mapping[str, str]) -> Position:
    position: Position = rules.start()
    for text in moves:
        if rules.family is not None and rules.family.reads(text):
            for label in read_turn(rules.family, position, text):
                position = position.play(label)
        elif isinstance(position, FirstPosition):
            position = position.play(Written(position, letters).find(text))
        else:
            position = position.play(text)
    return position


def _texts(family: Family | None, position: Position, letters: Mapping[str, str]) -> Iterator[str]:
    """The legal moves, a line for each with all notations that its rules have."""
    for label, *texts in _notations(position, letters):
        own = [ply_text(family, position, label)] if family is not None else []
        yield "\t".join([label, *texts, *own])


def _notations(position: Position, letters: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    if not isinstance(position, FirstPosition):
        yield from ((move.label,) for move in position.legal_moves)
        return
    written = Written(position, letters)
    yield from zip(written.coordinates, written.algebraic, written.courier, strict=True)
