"""Who may do what with which unpublished work; the rights themselves are in docs/rights.md."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db.models import Q, QuerySet

from evidence.editing.curation.models import Proposal
from evidence.editing.curation.ruleset_models import RulesetDraft
from people.matrix import Right
from people.rights import may

Person = Any  # django.contrib.auth's User, or nobody in particular
Work = Proposal | RulesetDraft
W = TypeVar("W", bound=Work)


def may_begin(person: Person, *, new: bool) -> bool:
    """Propose a new record, or a change of a published one."""
    return may(person, Right.DRAFT if new else Right.EDIT)


def seen_by(person: Person, kind: type[W]) -> QuerySet[W]:
    """The work that a person may see, and remark on: one's own, what one is to review, or all."""
    is_proposed = kind is Proposal
    others = ("reviewer",) if is_proposed else ("ruleset__game", "game")
    rows: QuerySet[Any] = kind._default_manager.select_related("author", "saved_by", *others)
    if may(person, Right.EDIT) or may(person, Right.REVIEW):
        return rows
    given = Q(reviewer=person.pk) if is_proposed else Q()
    return rows.filter(given | Q(author=person.pk)) if person.pk else rows.none()


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
