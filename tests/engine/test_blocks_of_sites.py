"""Sixteen sites looked at together, in both back ends, as one by one."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import wasmtime

from games.engine.backends.python import Machine as Reference
from games.engine.backends.wasm import module
from games.engine.ir import nodes as ir
from games.engine.ir.program import Program

SITES, MARKS, CLASSES, AMONG, BLOCKS = 64, 128, 192, 256, 3
AMONG_SITES = bytes((255, 127, 128, 1, 2, 4, 128, 128, 64, 32, 255, 255, 255, 255, 255, 1))
KINDS = bytes((0, 7, 16, 31, 32, 40, 47, 7, 15, 1, 2, 200, 255, 8, 33, 17))
MARKED = {7, 16, 40, 47, 17}


@pytest.fixture(scope="module")
def program() -> Program:
    marks = bytes(128 * (kind in MARKED) for kind in range(16 * BLOCKS))
    value = ir.Local("value")
    bodies = {
        "marked": ir.Marked(value, ir.Const(MARKS), BLOCKS),
        "meeting": ir.Meeting(ir.Const(SITES), ir.Const(MARKS), ir.Const(CLASSES), value, BLOCKS),
        "equal": ir.Equal(ir.Const(SITES), value),
        "lowest": ir.Lowest(value),
        "ones": ir.Ones(value),
    }
    functions = [ir.Function(name, ("value",), (ir.Return(v),)) for name, v in bodies.items()]
    classes = bytes(1 << kind % 8 for kind in range(16 * BLOCKS))
    data = {SITES: KINDS, MARKS: marks, CLASSES: classes, AMONG: AMONG_SITES}
    return Program(functions, (), {}, data, 512, tuple(bodies))


@pytest.fixture(scope="module")
def both(program) -> tuple[SimpleNamespace, SimpleNamespace]:
    store = wasmtime.Store()
    made = wasmtime.Instance(store, wasmtime.Module(store.engine, module(program)), [])
    exports, reference = made.exports(store), Reference(program)

    def compiled(name):
        return lambda value: exports[name](store, value)

    def printed(name):
        return lambda value: reference.run(name, value)

    return tuple(
        SimpleNamespace(**{name: back(name) for name in program.exports})
        for back in (compiled, printed)
    )


def test_kinds_of_any_number_are_found_by_their_marks(both):
    expected = sum(1 << n for n, kind in enumerate(KINDS) if kind in MARKED)
    assert [each.marked(SITES) for each in both] == [expected, expected]


def test_of_marked_kinds_those_are_found_whose_class_may_come_from_there(both):
    expected = sum(
        1 << n
        for n, (kind, among) in enumerate(zip(KINDS, AMONG_SITES, strict=True))
        if kind in MARKED and among >> kind % 8 & 1
    )
    assert 0 < expected.bit_count() < sum(kind in MARKED for kind in KINDS)
    assert [each.meeting(AMONG) for each in both] == [expected, expected]


@pytest.mark.parametrize("kind", [0, 7, 200, 255, 9])
def test_sites_with_one_kind_are_found_together(both, kind):
    expected = sum(1 << n for n, each in enumerate(KINDS) if each == kind)
    assert [each.equal(kind) for each in both] == [expected, expected]


@pytest.mark.parametrize("value", [0, 1, 6, -8, -(1 << 31), (1 << 31) - 1])
def test_bits_are_found_and_counted(both, value):
    bits = [n for n in range(32) if value >> n & 1]
    assert [each.lowest(value) for each in both] == [min(bits, default=32)] * 2
    assert [each.ones(value) for each in both] == [len(bits)] * 2
