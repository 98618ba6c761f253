"""The legal moves of a position as people write them: read and written in three notations."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property

from games.notation import reading
from games.notation.deeds import Deed, Man, Men, Scene
from games.notation.letters import Letters
from games.play.moves import Move
from games.play.position import FirstPosition


class Written:
    """The legal moves of a position in words. Every move is played to see what it does."""

    def __init__(
        self,
        position: FirstPosition,
        letters: Mapping[str, str],
        towards: Collection[int] | None = None,
    ) -> None:
        """`letters` has one for the name of each piece.

        `towards` leaves out moves that end on another site of the board: enough to read or write a
        full notation, where texts that end on different sites are never alike.

        Raises games.notation.errors.NotationError for letters that are missing or shared.
        """
        self.position = position
        components = position.rules.program.components
        self.letters = Letters(letters, (component.name for component in components))
        self.moves = tuple(
            move
            for move in position.legal_moves
            if towards is None or self._on_board(move.to) in (-1, *towards)
        )

    @cached_property
    def _scene(self) -> Scene:
        deeds = tuple(self._deed(move) for move in self.moves)
        program = self.position.rules.program
        return Scene(program.board, program.hand_labels, self.letters, deeds, str(self.position))

    @cached_property
    def _before(self) -> Men:
        return _men(self.position)

    def _deed(self, move: Move) -> Deed:
        after = _men(self.position.play(move))
        frm, to = (self._on_board(site) for site in (move.frm, move.to))
        coordinates = (move.frm, move.to, move.promotion)
        return Deed(move.label, coordinates, frm, to, move.clause, self._before, after)

    def _on_board(self, site: int) -> int:
        return site if 0 <= site < len(self.position.rules.program.board) else -1

    @cached_property
    def coordinates(self) -> tuple[str, ...]:
        """`e2-e4`, for each legal move in order."""
        return self._texts("coordinates")

    @cached_property
    def algebraic(self) -> tuple[str, ...]:
        """`Nf3`, for each legal move in order."""
        return self._texts("algebraic")

    @cached_property
    def courier(self) -> tuple[str, ...]:
        """`P e2-e4`, for each legal move in order."""
        return self._texts("courier")

    def _texts(self, notation: str) -> tuple[str, ...]:
        return tuple(reading.NOTATIONS[notation][0](self._scene))

    def find(self, text: str, *notations: str) -> Move:
        """The legal move that a text means, in any notation or in those named.

        Raises UnreadableMove, IllegalMove or AmbiguousMove; all quote text and position.
        """
        number = reading.find(self._scene, text, notations or tuple(reading.NOTATIONS))
        return self.moves[number]


def _men(position: FirstPosition) -> Men:
    components = position.rules.program.components
    men = (None, *(Man(component.name, component.owner) for component in components))
    return tuple(men[number] for number in position.board)
