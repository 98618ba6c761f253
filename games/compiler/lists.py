"""Loops over what `Build.lists` keeps: over the numbers of a list, or over the lines of one.

A list is how many numbers it has and then these, in 16 bits each; a line in it is such a list too.
In the code `a` goes along a list up to `z`, and `r` along a line of it up to `a`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from games.compiler.build import Code


def open_list(code: Code, row: str, at: str = "a", end: str = "z") -> None:
    """Go to the list that `row` points to: what it holds comes after `at`, up to `end`."""
    code.add(f"{at} = ld32({row})")
    code.add(f"{end} = {at} + ld16({at}) * 2")


def open_line(code: Code, at: str = "r") -> None:
    """Go on to the next line of a list: what it holds comes after `at`, up to `a`."""
    code.add(f"{at} = a + 2")
    code.add(f"a = {at} + ld16({at}) * 2")


@contextmanager
def each_number(
    code: Code, place: str, row: str = "", at: str = "a", end: str = "z"
) -> Iterator[None]:
    """A loop over the numbers of a list, in the variable `place`; without `row` it is open."""
    if row:
        open_list(code, row, at, end)
    with along(code, place, at, f"{at} < {end}"):
        yield


@contextmanager
def each_line(code: Code, row: str = "", at: str = "r") -> Iterator[None]:
    """A loop over the lines of a list, opened one by one; without `row` the list is open."""
    if row:
        open_list(code, row)
    with code.block("while a < z"):
        open_line(code, at)
        yield


@contextmanager
def along(code: Code, place: str = "", at: str = "r", test: str = "r < a") -> Iterator[None]:
    """A loop over the numbers after `at` while a test holds, by default over those of a line.

    Each is in the variable `place`, or only at the address `at`.
    """
    with code.block(f"while {test}"):
        code.add(f"{at} = {at} + 2")
        if place:
            code.add(f"{place} = ld16({at})")
        yield
