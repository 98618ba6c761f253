"""The cells of a row by the names of our columns: one value, several, or groups of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidence.exporters import table_columns as columns
from evidence.exporters.cells import values_of
from evidence.importers.table_file import Mapping

Cells = dict[str, str]


class CellError(ValueError):
    """What is wrong with the cell of one of our columns."""

    def __init__(self, column: str, said: str) -> None:
        super().__init__(said)
        self.column = column


class Arranged:
    """Rows of one table, their cells under our names; a column that the table lacks is empty."""

    def __init__(self, width: int, mapping: Mapping, names: Sequence[str]) -> None:
        self.width = width
        self.mapping = mapping
        said = {name: origin.value for name, origin in mapping.items()}
        self._fixed = dict.fromkeys(names, "") | said
        self._words = {name: origin.words for name, origin in mapping.items() if origin.words}
        places = {name: origin.index for name, origin in mapping.items()}
        self._places = [(name, at) for name, at in places.items() if at is not None]
        self._names, self._at = [n for n, _ in self._places], [at for _, at in self._places]
        self._in_order = self._at == list(range(width))

    def cells(self, row: list[str]) -> Cells:
        """The cells of a row. Raises CellError for a row that is longer or shorter."""
        if len(row) != self.width:
            raise CellError("", f"{len(row)} cells, where the header has {self.width}")
        found = self._fixed.copy()
        found.update(
            zip(self._names, row if self._in_order else [row[at] for at in self._at], strict=True)
        )
        return found

    def named(self, column: str) -> str:
        """What one of our columns is called in the table."""
        origin = self.mapping.get(column)
        return origin.name if origin else column

    def text(self, cells: Cells, name: str) -> str:
        """The value of a column."""
        text = cells[name]
        return self._words[name].get(text, text) if name in self._words else text

    def number(self, cells: Cells, name: str) -> int | None:
        """A whole number, None for an empty cell. Raises CellError."""
        text = self.text(cells, name).strip()
        if not text:
            return None
        if not re.fullmatch(r"-?[0-9]{1,9}", text):
            raise CellError(name, f"“{text}” is no whole number: write one, or leave it empty")
        return int(text)

    def several(self, cells: Cells, name: str) -> list[str]:
        """The values of a column that may have several."""
        text = cells[name]
        if not text:
            return []
        separator = self.mapping[name].separator
        if separator != columns.SEPARATOR:
            parts = [part.strip() for part in text.split(separator)]
        else:
            parts = values_of(text)
        words = self._words.get(name)
        return [words.get(part, part) for part in parts] if words else parts

    def group(self, cells: Cells, names: Sequence[str]) -> list[tuple[str, ...]]:
        """The values of columns that list theirs in the same order, together. Raises CellError."""
        if not any(cells[name] for name in names):
            return []
        lists = [self.several(cells, name) for name in names]
        number = max(map(len, lists))
        for name, values in zip(names, lists, strict=True):
            if not values:
                values.extend([""] * number)
            elif len(values) != number:
                longest = next(n for n, v in zip(names, lists, strict=True) if len(v) == number)
                raise CellError(
                    name,
                    f"{len(values)} values, where {self.named(longest)} has {number}: list them "
                    "in the same order, with an empty value where one is not known",
                )
        return list(zip(*lists, strict=True))
