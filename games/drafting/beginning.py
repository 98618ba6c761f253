"""A text of rules to begin with, and what its definitions say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Said:
    """A definition that is a rule: its name in the text, a title and a sentence."""

    name: str
    title: str
    sentence: str


@dataclass(frozen=True)
class Beginning:
    """A text, the rules that it defines, and how its pieces are called and drawn."""

    name: str
    text: str
    rules: tuple[Said, ...]
    pieces: dict[str, Any] = field(default_factory=dict)

    def content(self, status: str, reason: str) -> dict[str, Any]:
        """What a draft of rules says beside the text: its rules as clauses, and its pieces."""
        clauses = [
            {
                "name": each.name, "title": each.title, "text": each.sentence,
                "status": status, "reason": reason, "citations": [],
            }
            for each in self.rules
        ]  # fmt: skip
        return {"pieces": self.pieces, "clauses": clauses}
