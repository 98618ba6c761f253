"""The shortest text of every form of the table: what must be there, and one argument more."""

from collections.abc import Iterator
from functools import cached_property

from games.engine.language.signatures import Parameter, Row, load_signatures
from games.engine.language.types import DECIMAL, LOGICAL, WHOLE

VALUES = {"String": '"Disc1"'}
VALUES |= dict.fromkeys((*WHOLE, "Integer"), "1") | dict.fromkeys(DECIMAL, "0.5")
VALUES |= dict.fromkeys(LOGICAL, "True")
MOVES = "(move Pass)"


class LeastForms:
    """For each type the shortest text that gives it."""

    def __init__(self) -> None:
        self.rows = list(load_signatures())
        self.known = dict(VALUES)
        for each in load_signatures().words:
            for name in (each.name, *each.supertypes):
                self.known.setdefault(name, each.words[0])
        self.known |= {"Moves": MOVES, "NonDecision": "(remove 0)"}
        while self._learn():
            pass

    def _learn(self) -> bool:
        before = len(self.known)
        for row in self.rows:
            text = self._shortest(row)
            if text is not None:
                for name in row.result:
                    self.known.setdefault(name, text)
        return len(self.known) > before

    def _shortest(self, row: Row) -> str | None:
        texts = [self.argument(each, row) for each in self.needed(row)]
        return form(row, texts) if None not in texts else None

    def needed(self, row: Row) -> tuple[Parameter, ...]:
        """What an author must give: of either-or groups the first."""
        seen: set[int] = set()
        found = []
        for each in row.parameters:
            if not each.optional and not (each.group and each.group in seen):
                found.append(each)
            seen.add(each.group)
        return tuple(found)

    def argument(self, parameter: Parameter, row: Row) -> str | None:
        """A parameter as it is written, or None where nothing is known of its type yet."""
        if row.word and parameter is row.parameters[0]:
            return row.word
        text = self.value(parameter.type)
        name = f"{parameter}" if parameter.named else ""
        return None if text is None else name + text

    def value(self, type_: str) -> str | None:
        """The text of a type; of a list, one element."""
        if type_ in self.known:
            return self.known[type_]
        if not type_.endswith("[]"):
            return None
        inner = self.value(type_.removesuffix("[]"))
        return None if inner is None else f"{{{inner}}}"

    def texts(self, row: Row) -> Iterator[str]:
        """The form without what may be left out, and with one of those at a time."""
        needed = self.needed(row)
        for more in (None, *row.parameters):
            if more in needed:
                continue
            given = [
                each
                for each in row.parameters
                if each is more
                or (each in needed and not (more and each.group and each.group == more.group))
            ]
            texts = [self.argument(each, row) for each in given]
            if None not in texts:
                yield form(row, texts)

    @cached_property
    def all(self) -> list[tuple[Row, str]]:
        """Every row with its texts."""
        return [(row, text) for row in self.rows for text in self.texts(row)]


def form(row: Row, arguments: list[str | None]) -> str:
    """A form as it is written."""
    return f"({' '.join([row.keyword, *filter(None, arguments)])})"
