"""Calls of a module's functions: wasmtime would ask for the types of a function at each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

import wasmtime


class Types(NamedTuple):
    """The types of what a function takes and gives."""

    params: list[wasmtime.ValType]
    results: list[wasmtime.ValType]


class Functions:
    """The functions that a module exports, whose types are read once."""

    def __init__(self, exports: Mapping[str, Any], store: wasmtime.Store) -> None:
        self._exports, self._store = exports, store
        self._known: dict[str, wasmtime.Func] = {}

    def call(self, name: str, *arguments: int) -> int:
        """What a function gives. Raises wasmtime.Trap."""
        function = self._known.get(name)
        if function is None:
            function = self._known[name] = self._read(name)
        return cast(int, function(self._store, *arguments))

    def _read(self, name: str) -> wasmtime.Func:
        function = cast(wasmtime.Func, self._exports[name])
        types = function.type(self._store)
        known = cast(wasmtime.FuncType, Types(types.params, types.results))
        function.type = lambda store: known  # type: ignore[method-assign]
        return function
