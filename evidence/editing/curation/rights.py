"""Who may do what with which unpublished work; the rights themselves are in docs/rights.md."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from evidence.editing.curation.models import Proposal
from evidence.editing.curation.ruleset_models import RulesetDraft
from people.matrix import Right
from people.rights import may

Person = Any  # django.contrib.auth's User, or nobody in particular
Work = Proposal | RulesetDraft


def may_begin(person: Person, *, new: bool) -> bool:
    """Propose a new record, or a change of a published one."""
    return may(person, Right.DRAFT if new else Right.EDIT)


def may_see(person: Person, work: Work) -> bool:
    """See work, and remark on it: its author, whoever is to review it, and curators."""
    if isinstance(work, RulesetDraft):
        return drafts_seen_by(person).filter(pk=work.pk).exists()
    own = person.pk is not None and person.pk in (work.author_id, work.reviewer_id)
    return own or may(person, Right.EDIT) or may(person, Right.REVIEW)


def seen_by(person: Person, pk: int) -> Proposal | None:
    """The proposal of that id; None where there is none, or none that the person may see."""
    rows = Proposal.objects.select_related("author", "reviewer", "saved_by")
    found = rows.filter(pk=pk).first()
    return found if found is not None and may_see(person, found) else None


def may_write(person: Person, work: Work) -> bool:
    """Change the content: the author, and curators; that of published rules, curators alone."""
    is_free = isinstance(work, Proposal) or work.ruleset_id is None
    own = is_free and person.pk == work.author_id and may(person, Right.DRAFT)
    return own or may(person, Right.EDIT)


def may_take_back(person: Person, proposal: Proposal) -> bool:
    """Take a proposal back, or open it again: its author alone."""
    return bool(person.pk == proposal.author_id and may(person, Right.DRAFT))


def may_judge(person: Person, work: Work) -> bool:
    """Decline a proposal, or send work back: whoever reviews, but for its author."""
    return person.pk != work.author_id and may(person, Right.REVIEW)


def drafts_seen_by(person: Person) -> QuerySet[RulesetDraft]:
    """The drafts of rules that a person may see: all, or one's own."""
    rows = RulesetDraft.objects.select_related("ruleset__game", "game", "author", "saved_by")
    if may(person, Right.EDIT) or may(person, Right.REVIEW):
        return rows
    return rows.filter(author=person.pk) if may(person, Right.DRAFT) else rows.none()
