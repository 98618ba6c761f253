"""Calls of a module's functions: wasmtime would look at the type of each number at each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ctypes import POINTER, byref
from typing import Any, cast

import wasmtime
from wasmtime import _ffi as ffi


class Functions:
    """The functions that a module exports, whose types are read once."""

    def __init__(self, exports: Mapping[str, Any], store: wasmtime.Store) -> None:
        self._exports, self._store = exports, store
        self._known: dict[str, Callable[..., int]] = {}

    def call(self, name: str, *arguments: int) -> int:
        """What a function gives. Raises wasmtime.Trap."""
        function = self._known.get(name)
        if function is None:
            function = self._known[name] = self._read(name)
        return function(*arguments)

    def _read(self, name: str) -> Callable[..., int]:
        function = cast(wasmtime.Func, self._exports[name])
        types = function.type(self._store)
        return _of_numbers(function, self._store, len(types.params), len(types.results))


def _of_numbers(
    function: wasmtime.Func, store: wasmtime.Store, takes: int, gives: int
) -> Callable[..., int]:
    """A function of 32-bit numbers, as all are, called with the same room each time."""
    given, answer = (ffi.wasmtime_val_t * takes)(), (ffi.wasmtime_val_t * gives)()
    for each in given:
        each.kind = ffi.WASMTIME_I32
    places = [each.of for each in given]
    called, context = byref(function._func), store._context()

    def call(*arguments: int) -> int:
        for place, number in zip(places, arguments, strict=True):
            place.i32 = number
        trap = POINTER(ffi.wasm_trap_t)()
        error = ffi.wasmtime_func_call(context, called, given, takes, answer, gives, byref(trap))
        if error:
            raise wasmtime.WasmtimeError._from_ptr(error)
        if trap:
            raise wasmtime.Trap._from_ptr(trap)
        return answer[0].of.i32 if gives else 0

    return call
