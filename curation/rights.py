"""Who may do what with which proposal; the rights themselves are in docs/rights.md."""

from __future__ import annotations

from typing import Any

from curation.models import Proposal

Person = Any  # django.contrib.auth's User, or nobody in particular


def may(person: Person, right: str) -> bool:
    """Whether a person has a right, as in "review"."""
    return bool(person.is_authenticated and person.has_perm(f"people.{right}"))


def may_begin(person: Person, *, new: bool) -> bool:
    """Propose a new record, or a change of a published one."""
    return may(person, "draft" if new else "edit")


def may_see(person: Person, proposal: Proposal) -> bool:
    """See a proposal: its author, whoever is to review it, and curators."""
    own = person.pk is not None and person.pk in (proposal.author_id, proposal.reviewer_id)
    return own or may(person, "edit") or may(person, "review")


def may_write(person: Person, proposal: Proposal) -> bool:
    """Change the content: the author, and curators."""
    own = person.pk == proposal.author_id and may(person, "draft")
    return own or may(person, "edit")


def may_take_back(person: Person, proposal: Proposal) -> bool:
    """Take a proposal back, or open it again: its author alone."""
    return bool(person.pk == proposal.author_id and may(person, "draft"))


def may_judge(person: Person, proposal: Proposal) -> bool:
    """Decline a proposal or send it back: whoever reviews, but for its author."""
    return person.pk != proposal.author_id and may(person, "review")


def may_publish(person: Person, proposal: Proposal) -> bool:
    """Accept a proposal: whoever publishes, but for its author."""
    return may_judge(person, proposal) and may(person, "publish")
