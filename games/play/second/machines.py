"""Machines of the second design that stop where rules reach a bound, one for each thread."""

from __future__ import annotations

import threading
from typing import Any

import wasmtime

from games.engine.play.machine import Code, Machine, Playable
from games.play.machine import Limits, RulesStopped, reason_of

# The working memory of a module of the second design is larger than one of the first.
MEMORY = 64 * 1024 * 1024


class BoundedMachine(Machine):
    """A machine that says why rules were stopped; it cannot be used after that."""

    stopped = False
    limits: Limits | None = None

    def call(self, name: str, *arguments: int) -> int:
        """Call an exported function. Raises RulesStopped when it runs into a limit."""
        try:
            return super().call(name, *arguments)
        except wasmtime.Trap as trap:
            self.stopped = True
            raise RulesStopped(reason_of(trap, self.limits)) from trap


class Machines:
    """The machines of one module. Raises RulesStopped where it needs too much memory."""

    def __init__(self, playable: Playable, limits: Limits | None, *, optimised: bool) -> None:
        self.playable, self.limits = playable, limits
        asked = playable.manifest.memory
        if limits is not None and asked > MEMORY:
            raise RulesStopped(
                f"the rules ask for {asked // 1024} KiB of memory: "
                f"at most {MEMORY // 1024} are given"
            )
        fuel = limits.instructions if limits is not None else None
        self.code = Code(playable.module, fuel, optimised=optimised)
        self.local = threading.local()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "local"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.local = threading.local()

    def machine(self) -> BoundedMachine:
        """This thread's own machine, in whatever position it was left."""
        machine: BoundedMachine | None = getattr(self.local, "machine", None)
        if machine is None or machine.stopped:
            machine = BoundedMachine(self.playable, self.code)
            machine.limits = self.limits
            machine.start()
            self.local.machine = machine
        return machine
