"""Who may do what with which proposal; the rights themselves are in docs/rights.md."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from evidence.editing.curation.models import Proposal
from evidence.editing.curation.ruleset_models import RulesetDraft
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


def drafts_seen_by(person: Person) -> QuerySet[RulesetDraft]:
    """The drafts of rules that a person may see: all, or one's own."""
    rows = RulesetDraft.objects.select_related("ruleset__game", "game", "author", "saved_by")
    if may(person, Right.EDIT) or may(person, Right.REVIEW):
        return rows
    return rows.filter(author=person.pk) if may(person, Right.DRAFT) else rows.none()


def may_see_draft(person: Person, draft: RulesetDraft) -> bool:
    """See a draft of rules, and remark on it."""
    return drafts_seen_by(person).filter(pk=draft.pk).exists()


def may_write_draft(person: Person, draft: RulesetDraft) -> bool:
    """Change a draft of rules: its author, and curators. Changes of published rules are theirs."""
    own = person.pk == draft.author_id and draft.ruleset_id is None
    return (own and may(person, Right.DRAFT)) or may(person, Right.EDIT)


def may_judge_draft(person: Person, draft: RulesetDraft) -> bool:
    """Send a draft of rules back: whoever reviews, but for its author."""
    return person.pk != draft.author_id and may(person, Right.REVIEW)
