"""Run a compiled ruleset in wasmtime, within limits of time and memory."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

import wasmtime

from games.compiler import Program
from games.compiler.layout import PAGE
from games.compiler.wasm import data_section
from games.engine.play.calls import Functions
from games.ludemes import RulesError
from games.play.moves import Move

MAX_WASM_TEXT = 8_000_000
TOO_DEEP = (
    "the rules nest too deep to be compiled: give parts of them a (define …), or leave some out"
)
REASONS = {
    wasmtime.TrapCode.UNREACHABLE: "too many moves in a position, or too deep a search",
    wasmtime.TrapCode.STACK_OVERFLOW: "they call themselves without end",
    wasmtime.TrapCode.MEMORY_OUT_OF_BOUNDS: "they look at a site far outside the board",
    wasmtime.TrapCode.INTEGER_DIVISION_BY_ZERO: "they divide by zero",
    wasmtime.TrapCode.INTEGER_OVERFLOW: "they divide the smallest number by -1",
}

# Why a function of the engine stops the rules, where it has a reason of its own.
MIXED = "a piece of another kind cannot come onto a stack of pieces"
OWN_REASONS = {
    "relocate_one": MIXED,
    "relocate_all": MIXED,
    "seat": "they name a player who does not take part",
}


@dataclass(frozen=True)
class Limits:
    """What rules from strangers may use.

    Instructions for one call, bytes of memory, and lines of code (or what takes as long to make).
    """

    instructions: int = 2_000_000_000
    memory: int = 4 * 1024 * 1024
    lines: int = 20_000


class RulesStopped(RulesError):
    """Rules that ran into a limit, or stopped themselves."""


def reason_of(trap: wasmtime.Trap, limits: Limits | None) -> str:
    """Why rules were stopped, in words."""
    code = trap.trap_code
    if code == wasmtime.TrapCode.OUT_OF_FUEL and limits is not None:
        return f"the rules were stopped: no end after {limits.instructions:,} instructions"
    reason = REASONS.get(code) if code is not None else None
    if code == wasmtime.TrapCode.UNREACHABLE and trap.frames:
        reason = OWN_REASONS.get(trap.frames[0].func_name or "", reason)
    return f"the rules were stopped: {reason or trap.message.splitlines()[0]}"


@contextmanager
def within_the_stack() -> Iterator[None]:
    """Rules that nest deeper than Python's stack, or its parser, goes are stopped there."""
    try:
        yield
    except RecursionError as error:
        raise RulesStopped(TOO_DEEP) from error
    except SyntaxError as error:
        if not error.msg.startswith("too many"):
            raise
        raise RulesStopped(TOO_DEEP) from error


@lru_cache(maxsize=4)
def _engine(limited: bool, optimised: bool) -> wasmtime.Engine:
    config = wasmtime.Config()
    config.consume_fuel = limited
    config.cranelift_opt_level = "speed" if optimised else "none"
    if not optimised:
        config.cranelift_flag_set("regalloc_algorithm", "single_pass")
    config.wasm_threads = False
    return wasmtime.Engine(config)


class Module:
    """A program as WebAssembly, ready to run. One instance for each thread that uses it."""

    def __init__(self, program: Program, limits: Limits | None, *, optimised: bool) -> None:
        """Compile to machine code. `limits` is None for rules that are trusted.

        `optimised` takes longer to compile and pays for itself when millions of moves are counted.

        Raises RulesStopped where the rules need more memory than they may have.
        """
        self.limits = limits
        if limits is not None and program.pages * PAGE > limits.memory:
            asked = f"{program.pages * PAGE // 1024} KiB of memory"
            raise RulesStopped(
                f"the rules ask for {asked}: at most {limits.memory // 1024} are given"
            )
        text = program.text()
        if limits is not None and len(text) > MAX_WASM_TEXT:
            raise RulesStopped(
                f"the rules compile to {len(text)} characters: {MAX_WASM_TEXT} at most"
            )
        self.bytes = bytes(wasmtime.wat2wasm(text)) + data_section(program.data)
        self.optimised = optimised
        self.engine = _engine(limits is not None, optimised)
        self.module = wasmtime.Module(self.engine, self.bytes)
        self.local = threading.local()

    def __getstate__(self) -> dict[str, Any]:
        own = {name: getattr(self, name) for name in ("limits", "bytes", "optimised")}
        return own | {"code": bytes(self.module.serialize())}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Raises wasmtime.WasmtimeError for machine code of another machine or version."""
        code = state.pop("code")
        self.__dict__.update(state)
        self.engine = _engine(self.limits is not None, self.optimised)
        self.module = wasmtime.Module.deserialize(self.engine, code)
        self.local = threading.local()

    def instance(self) -> Instance:
        """This thread's own instance."""
        instance: Instance | None = getattr(self.local, "instance", None)
        if instance is None or instance.stopped:
            instance = self.local.instance = Instance(self)
        return instance


class Instance:
    """A memory with the functions that work on it.

    `stopped` says that a call was cut short: what it was in the midst of still stands in memory.
    `moves` has the moves that were read of this memory, by how the module keeps them.
    """

    def __init__(self, module: Module) -> None:
        self.limits = module.limits
        self.stopped = False
        self.moves: dict[bytes, Move] = {}
        self.store = wasmtime.Store(module.engine)
        if self.limits is not None:
            self.store.set_limits(memory_size=self.limits.memory)
            self.store.set_fuel(self.limits.instructions)
        exports = wasmtime.Instance(self.store, module.module, []).exports(self.store)
        self.functions = Functions(exports, self.store)
        memory = cast(wasmtime.Memory, exports["memory"])
        # Modules never grow their memory, so that one view of it lasts.
        whole = memory.get_buffer_ptr(self.store, memory.data_len(self.store))
        self.memory = memoryview(whole).cast("B")

    def call(self, name: str, *arguments: int) -> int:
        """Call a function. Raises RulesStopped when it runs into a limit."""
        if self.limits is not None:
            self.store.set_fuel(self.limits.instructions)
        try:
            return self.functions.call(name, *arguments)
        except wasmtime.Trap as trap:
            self.stopped = True
            raise RulesStopped(reason_of(trap, self.limits)) from trap

    def read(self, address: int, length: int) -> bytes:
        """Bytes of the memory."""
        return bytes(self.memory[address : address + length])

    def write(self, address: int, content: bytes) -> None:
        """Put bytes into the memory."""
        self.memory[address : address + len(content)] = content

    def word(self, address: int) -> int:
        """A signed 32-bit number of the memory."""
        return int.from_bytes(self.read(address, 4), "little", signed=True)


@dataclass(frozen=True)
class Playable:
    """A program with the module that runs it."""

    program: Program
    module: Module
