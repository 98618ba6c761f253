"""Machines that are made sooner and play slower: what most tests need."""

from __future__ import annotations

from functools import lru_cache

from games.engine.play.machine import Code, Machine, Playable


def quick(playable: Playable) -> Machine:
    """A machine of a program that little is played of."""
    return Machine(playable, quick_code(playable.module))


@lru_cache(maxsize=64)
def quick_code(module: bytes) -> Code:
    return Code(module, optimised=False)
