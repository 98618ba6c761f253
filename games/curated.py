"""Whether a person wrote a ruleset last; the app that keeps its history answers."""

from __future__ import annotations

from django.dispatch import Signal

from games.models import Ruleset

# Sent with a stored `ruleset`; a receiver answers whether a person has written it last.
asked_who_wrote = Signal()


def is_curated(ruleset: Ruleset) -> bool:
    """Whether a person published the current version, which no import may overwrite unasked."""
    return any(answer for _receiver, answer in asked_who_wrote.send(Ruleset, ruleset=ruleset))
