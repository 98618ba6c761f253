"""Words of 32 bits: what the operators of the intermediate form give for numbers."""

from __future__ import annotations

COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})


def wrapped(value: int) -> int:
    """The 32-bit integer that a result wraps round to."""
    return ((value + 0x80000000) & 0xFFFFFFFF) - 0x80000000


def lowest(value: int) -> int:
    """The number of the lowest bit of a word that is set; 32 where none is."""
    return (value & -value).bit_length() - 1 if value & 0xFFFFFFFF else 32


def evaluate(op: str, left: int, right: int) -> int:  # noqa: PLR0911  (a case each)
    """What an operator gives for two numbers. Raises ZeroDivisionError."""
    match op:
        case "+":
            return wrapped(left + right)
        case "-":
            return wrapped(left - right)
        case "*":
            return wrapped(left * right)
        case "/":
            return wrapped(abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1))
        case "%":
            return abs(left) % abs(right) * (1 if left >= 0 else -1)
        case "&":
            return left & right
        case "|":
            return left | right
        case "^":
            return left ^ right
        case "<<":
            return wrapped(left << (right & 31))
        case ">>":
            return left >> (right & 31)
        case ">>>":
            return wrapped((left & 0xFFFFFFFF) >> (right & 31))
        case _:
            return int(_compare(op, left, right))


def _compare(op: str, left: int, right: int) -> bool:
    match op:
        case "==":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right
    raise ValueError(f"{op} is no operator of the intermediate form")
