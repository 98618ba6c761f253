"""Random programs in the compiler's restricted Python, as text.

All arithmetic is wrapped to 32 bits, every loop counts to a small number, and addresses stay in
the first bytes of the memory, so that each program ends with a number. The programs come from a
seed: that is many times faster than drawing every part of them by itself.
"""

from __future__ import annotations

from random import Random

VARIABLES = ("a", "b", "x", "y")
NUMBERS = (0, 1, -1, 2, 7, -8, 255, 256, 65535, -40000, 2**31 - 1, -(2**31))
SHAPES = (
    "wrap({} + {})", "wrap({} - {})", "wrap({} * {})", "({} & {})", "({} | {})", "({} ^ {})",
    "({} == {})", "({} != {})", "({} < {})", "({} <= {})", "({} > {})", "({} >= {})",
    "(({} != 0) and ({} > 0))", "(({} < 9) or ({} == 0))", "(not {})", "({} if {} else {})",
    "wrap(-{})", "wrap({} << {small})", "({} >> {small})", "shr({}, {small})",
    "urem({}, {small})", "udiv({}, {small})", "div({}, {small})", "rem({}, {small})",
    "ld8({} & 31)", "ld16({} & 31)", "ld16s({} & 31)", "ld32({} & 31)", "twice({}, {})",
)  # fmt: skip
SIMPLE = (
    "{name} = {}", "{name} += 0 * {}", "st8({} & 31, {})", "st16({} & 31, {})", "st32({} & 31, {})",
    "fill({} & 15, {}, 7)", "copy({} & 15, {} & 15, 9)", "return {}", "twice({}, {})",
)  # fmt: skip


def program(seed: int) -> str:
    """A source with a function `main(a, b)`, which calls `twice`."""
    writer = _Writer(Random(seed))
    head = ["def twice(a, b):", "    return wrap(wrap(a * 2) - (b & FIFTEEN))", ""]
    main = ["def main(a, b):", "    x = 7", "    y = 0 - 1", *_indented(writer.block(0))]
    return "\n".join([*head, *main, f"    return {writer.expression(0)}", ""])


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


class _Writer:
    def __init__(self, random: Random) -> None:
        self.random = random

    def expression(self, depth: int) -> str:
        if depth > 2 or self.random.random() < 0.3:
            number = f"({self.random.choice(NUMBERS)})"
            return self.random.choice([*VARIABLES, number])
        return self.filled(self.random.choice(SHAPES), depth + 1)

    def filled(self, shape: str, depth: int) -> str:
        parts = [self.expression(depth) for _ in range(shape.count("{}"))]
        small = self.random.randint(1, 31)
        return shape.format(*parts, small=small, name=self.random.choice(VARIABLES))

    def block(self, depth: int) -> list[str]:
        """Some statements; deeper ones count their loops with variables of their own."""
        lines: list[str] = []
        for _ in range(self.random.randint(1, 3)):
            kinds = ["simple", "if", "match", "while"] if depth < 3 else ["simple"]
            lines += self.statement(self.random.choice(kinds), depth)
        return lines

    def statement(self, kind: str, depth: int) -> list[str]:
        if kind == "simple":
            return [self.filled(self.random.choice(SIMPLE), 1)]
        test = self.expression(0)
        first, second = _indented(self.block(depth + 1)), _indented(self.block(depth + 1))
        if kind == "if":
            return [f"if {test}:", *first, "else:", *second]
        if kind == "match":
            cases = ["case 0:", *first, "case 1:", *second]
            return [f"match {test} & 3:", *_indented(cases)]
        count = f"    n{depth} = n{depth} + 1"
        leave = f"    if {test}: {self.random.choice(['break', 'continue', 'pass'])}"
        return [f"n{depth} = 0", f"while n{depth} < 4:", count, *first, leave, *second]
