"""What functions leave changed, however they call each other; the same program in every process."""

import os
import random
import subprocess
import sys

import pytest

from games.engine.ir import nodes as ir
from games.engine.ir.program import Program
from games.engine.passes.effects import Effects
from tests.machine import PROJECT

RACE = PROJECT / "fixtures" / "rulesets" / "race"
PRINT_DIGEST = """
import hashlib, sys
from pathlib import Path
from games.engine.language import read_and_bind
from games.engine.lowering.compile import compile_typed
for path in sys.argv[1:]:
    bound = read_and_bind(Path(path).read_text(encoding="utf-8"))
    module = compile_typed(bound.root, trace=True).module
    print(hashlib.sha256(module).hexdigest())
"""


@pytest.mark.parametrize("seed", range(5))
def test_what_the_last_of_a_chain_changes_is_changed_after_the_first(seed):
    chance = random.Random(seed)
    names = ["".join(chance.choices("abcdefgh", k=8)) for _ in range(8)]
    bodies = [
        *((ir.Run(ir.Call(name)),) for name in names[1:]),
        (ir.SetContext("to", ir.Const(1)),),
    ]
    functions = [ir.Function(name, (), body) for name, body in zip(names, bodies, strict=True)]

    effects = Effects(Program(functions, ("to",), {}, {}, 0, names[:1]))

    assert [effects.after(name) for name in names] == [{"@to"}] * 8


def test_a_text_gives_the_same_module_in_every_process():
    """Python orders sets anew in each process; workers compare the digest of what they compile."""
    texts = sorted(map(str, RACE.glob("*[gs]*.lud")))[:3]
    digests = [
        subprocess.run(
            [sys.executable, "-c", PRINT_DIGEST, *texts],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=PROJECT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for seed in ("0", "1")
    ]
    assert len(digests[0]) == len(texts)
    assert digests[0] == digests[1]
