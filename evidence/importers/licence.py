"""Who made a folder of data, and under what terms, as its licence file says."""

from __future__ import annotations

from pathlib import Path

NAMES = ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "LICENCE.txt", "LICENCE.md")


def licence_of(folder: Path) -> str:
    """The title and the copyright lines of the licence file; empty where there is none.

    As in "MIT License. Copyright (c) 2022 Digital Ludeme Project".
    """
    found = next((folder / name for name in NAMES if (folder / name).is_file()), None)
    if found is None:
        return ""
    text = found.read_text(encoding="utf-8", errors="replace")
    lines = [line.strip(" #") for line in text.splitlines() if line.strip(" #=")]
    owners = [line for line in lines if line.lower().startswith(("copyright (c)", "copyright ©"))]
    return ". ".join(dict.fromkeys([*lines[:1], *owners]))
