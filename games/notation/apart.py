"""Texts that several moves share, told apart by the clauses of the moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

# The clause, in brackets after a text, and a number where moves have that in common too.
CLAUSE = re.compile(r"\((\w*(?: \d+)?)\)$")


def told_apart(texts: Sequence[str], clauses: Sequence[str], shape: str = "{}({})") -> list[str]:
    """The texts, each with its clause where several moves share it.

    `shape` says how the two are joined; moves that share even the clause are numbered.
    """
    if len(set(texts)) == len(texts):
        return list(texts)
    pairs = list(zip(texts, clauses, strict=True))
    alike, twins = Counter(texts), Counter(pairs)
    met: Counter[tuple[str, str]] = Counter()
    apart: list[str] = []
    for text, clause in pairs:
        met[text, clause] += 1
        number = f" {met[text, clause]}" if twins[text, clause] > 1 else ""
        apart.append(shape.format(text, f"{clause}{number}") if alike[text] > 1 else text)
    return apart
