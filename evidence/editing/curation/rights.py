"""Who may do what with which proposal; the rights themselves are in docs/rights.md."""

from __future__ import annotations

from typing import Any

from evidence.editing.curation.models import Proposal
from people.matrix import Right
from people.rights import may

Person = Any  # django.contrib.auth's User, or nobody in particular


def may_begin(person: Person, *, new: bool) -> bool:
    """Propose a new record, or a change of a published one."""
    return may(person, Right.DRAFT if new else Right.EDIT)


def may_see(person: Person, proposal: Proposal) -> bool:
    """See a proposal: its author, whoever is to review it, and curators."""
    own = person.pk is not None and person.pk in (proposal.author_id, proposal.reviewer_id)
    return own or may(person, Right.EDIT) or may(person, Right.REVIEW)


def seen_by(person: Person, pk: int) -> Proposal | None:
    """The proposal of that id; None where there is none, or none that the person may see."""
    rows = Proposal.objects.select_related("author", "reviewer", "saved_by")
    found = rows.filter(pk=pk).first()
    return found if found is not None and may_see(person, found) else None


def may_write(person: Person, proposal: Proposal) -> bool:
    """Change the content: the author, and curators."""
    own = person.pk == proposal.author_id and may(person, Right.DRAFT)
    return own or may(person, Right.EDIT)


def may_take_back(person: Person, proposal: Proposal) -> bool:
    """Take a proposal back, or open it again: its author alone."""
    return bool(person.pk == proposal.author_id and may(person, Right.DRAFT))


def may_judge(person: Person, proposal: Proposal) -> bool:
    """Decline a proposal or send it back: whoever reviews, but for its author."""
    return person.pk != proposal.author_id and may(person, Right.REVIEW)
