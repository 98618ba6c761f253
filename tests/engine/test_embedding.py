"""Functions that are called once are put where they are called, and nothing else changes."""

from __future__ import annotations

import pytest

from games.engine.backends.python import Machine as Reference
from games.engine.ir.program import Program
from games.engine.ir.reader import Reader, parsed
from games.engine.passes.embedding import embed

TEXT = """
def summed(n):
    total = 0
    for i in range(n):
        total = total * 3 + once(i)
    if positive(total) and small(total):
        return in_branches(total)
    return searched(n)

def once(x):
    if x == 2:
        return 7
    y = y + x
    return y

def positive(x):
    return x > 0

def small(x):
    if x < 30:
        return 1
    else:
        return 0

def in_branches(x):
    if x > 20:
        x = x - 20
    if x > 10:
        return x
    elif x == 3:
        return 50

def searched(n):
    found = looped(n)
    both(n)
    both(found)
    return found + both(n)

def looped(n):
    i = 0
    while i < n:
        if i * i > n:
            return i
        i = i + 1
    return 99

def both(n):
    if n > 2:
        return n
    return n + n
"""


@pytest.fixture(scope="module")
def program() -> Program:
    reader = Reader({}, {})
    return Program(
        [reader.function(each) for each in parsed(TEXT).values()], (), {}, {}, 64, ("summed",)
    )


@pytest.mark.parametrize("n", range(9))
def test_a_function_gives_what_it_gave(program, n):
    assert Reference(embed(program)).run("summed", n) == Reference(program).run("summed", n)


def test_what_is_called_twice_or_returns_out_of_a_loop_stays(program):
    names = [function.name for function in embed(program).functions]

    assert names == ["summed", "looped", "both"]
