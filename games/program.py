"""The digest of the program, by which what it has made of rules is kept."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent
PROGRAM = (".py", ".rpy")


@lru_cache(maxsize=1)
def engine_digest() -> str:
    """SHA-256 of the program that reads, compiles and plays rules, as this process has it."""
    digest = hashlib.sha256()
    for path in sorted(each for each in FOLDER.rglob("*") if each.suffix in PROGRAM):
        digest.update(str(path.relative_to(FOLDER)).encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
