"""The life of a draft of rules, text and clauses: saved, published by somebody else, or given up.

Each function does all of it or nothing, and raises `Refusal` alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evidence.claims.contents import ClaimError
from evidence.drafts import GameDraft
from evidence.editing.curation import rights
from evidence.editing.curation.ruleset_models import RulesetDraft, RulesetSave
from evidence.editing.curation.rulesets.checking import LONGEST, Checked, check
from evidence.editing.curation.rulesets.contents import (
    FIELDS,
    Content,
    content_of,
    draft_content,
    rows_of,
    with_parts,
)
from evidence.editing.curation.rulesets.coverage import coverage
from evidence.editing.curation.rulesets.history import note, note_before, publishing
from evidence.editing.curation.rulesets.ready import faults_in
from evidence.editing.curation.rulesets.storing import name_as, store_clauses
from evidence.editing.workflow.refusals import Fault, Refusal, allow, reason, text_in
from evidence.editing.workflow.steps import Person, Step, Workflow, check_number, holders, writable
from evidence.sources import complete_game
from games.models import Ruleset
from games.moments_job import find_soon
from people.matrix import Right

TAKEN = frozenset({"new"})  # names in addresses that are pages
LONGEST_REASON = 2000


@transaction.atomic
def begin(
    person: Person, ruleset: Ruleset | None, text: str, why: str, about: Any,
    content: Content | None = None,
) -> RulesetDraft:  # fmt: skip
    """A draft of a ruleset, or of new rules.

    `about` has the fields of new ones, or the name, kind and summary of those that there are;
    `content` has the clauses and pieces: those that are published, unless given.
    """
    allow(rights.may_begin(person, new=ruleset is None))
    fields = _fields_of(ruleset) if ruleset is not None else {}
    fields |= about or {}
    _free(fields["slug"], ruleset)
    draft = RulesetDraft(ruleset=ruleset, author=person, number=0, **fields)
    _found_on(draft)
    draft.content = with_parts(rows_of(content or draft.begun_from or {}), draft.begun_from)
    return _save(draft, text, why, person)


@transaction.atomic
def save(
    draft: RulesetDraft, text: str, why: str, *, number: int, person: Person, about: Any = None,
    content: Content | None = None,
) -> RulesetDraft:  # fmt: skip
    """Put a text in the place of the one that was saved with that number.

    Where no `content` is given, what is said beside the text stays as it is.
    """
    allow(rights.may_write(person, draft))
    draft = writable(draft, number)
    for name, value in (about or {}).items():
        setattr(draft, name, value)
    if draft.ruleset is None:
        _free(draft.slug, None, draft)
    if content is not None:
        draft.content = with_parts(rows_of(content), draft.begun_from)
    return _save(draft, text, why, person)


def take(
    name: str, draft: RulesetDraft, *, number: int, person: Person, why: str = ""
) -> RulesetDraft:
    """Take a step of `LIFE`; what is to be published is checked before.

    Games that were recorded before stay bound to the text that they were played by; a job finds
    moments of what is published. Raises config.costly.Busy, too, where other texts are checked.
    """
    if name == PUBLISH:
        LIFE.check(name, draft, person)
        check_number(draft, number)  # what is checked is what is published
        if faults := faults_of(draft, check_draft(draft)):
            raise Refusal("missing", faults)
    draft = LIFE.take(name, draft, number=number, person=person, why=why)
    if name == PUBLISH and draft.ruleset:
        find_soon(draft.ruleset, person)
    return draft


def _publish(draft: RulesetDraft, person: Person, _more: None) -> None:
    """Put what a draft says in the place of what is published, which is noted before it goes."""
    ruleset, content = _ruleset_for(draft), draft_content(draft)
    if held := list(faults_in(draft)):  # perhaps since it was looked at
        raise Refusal("missing", held)
    if ruleset.pk is not None:
        note_before(ruleset)
    ruleset.text = draft.text
    name_as(ruleset, content)
    with publishing(draft.saved_by, person, draft.why):
        ruleset.save()
        try:
            store_clauses(ruleset, content)
        except ClaimError as error:
            raise Refusal("missing", [str(error)]) from error
        note(ruleset)
    draft.ruleset = ruleset


def check_draft(draft: RulesetDraft) -> Checked:
    """Check a draft's text whole, with its own pieces. Raises Busy."""
    return check(draft.text, draft.ruleset, whole=True, looks=draft_content(draft)["pieces"])


def faults_of(draft: RulesetDraft, found: Checked) -> list[Fault]:
    """What stands in the way of publishing."""
    said = [_problem(each) for each in found.problems]
    for name in coverage(draft.ruleset, found.definitions, draft_content(draft)).missing:
        told = _("the clause “%(name)s” has no definition: define it, or take the clause out")
        said.append(told % {"name": name})
    said += faults_in(draft)
    if not draft.why:
        said.append(_("say why the text is changed"))
    if is_outdated(draft):
        said.append(_("what is published has changed since the draft was begun: take that over"))
    return [Fault("", each) for each in said]


def _bring_up(draft: RulesetDraft, person: Person, _more: None) -> None:
    """Say that a draft has taken over what was published since it was begun."""
    _found_on(draft)
    _save(draft, draft.text, draft.why, person)


def games_bound(draft: RulesetDraft) -> int:
    """How many recorded games stay bound to the text that the draft would replace."""
    if draft.ruleset is None:
        return 0
    return draft.ruleset.matches.filter(digest=draft.ruleset.digest).count()


def _problem(each: dict[str, Any]) -> str:
    if each["line"] is None:
        return str(each["message"])
    return _("line %(line)d, column %(column)d: %(message)s") % each


def _ruleset_for(draft: RulesetDraft) -> Ruleset:
    """The ruleset, locked and as the draft knows it, or a new one."""
    if draft.ruleset_id is None:
        _free(draft.slug, None, draft)
        if draft.game is None:
            draft.game, _filled = complete_game(GameDraft(draft.new_game))
        return Ruleset(**_fields_of(draft))
    draft.ruleset = Ruleset.objects.select_for_update(of=("self",)).get(pk=draft.ruleset_id)
    if is_outdated(draft):
        raise Refusal("outdated", [_("What is published has just been changed.")])
    return draft.ruleset


def is_outdated(draft: RulesetDraft) -> bool:
    """Whether what is published has changed since a draft was begun."""
    if draft.ruleset is None:
        return False
    if draft.base != draft.ruleset.digest:
        return True
    return draft.begun_from is not None and draft.begun_from != content_of(draft.ruleset)


def _found_on(draft: RulesetDraft) -> None:
    """Remember what is published now as what a draft is to take the place of."""
    if draft.ruleset is not None:
        draft.base = draft.ruleset.digest
        draft.begun_from = content_of(draft.ruleset)


def _fields_of(named: Ruleset | RulesetDraft) -> dict[str, Any]:
    return {name: getattr(named, name) for name in ("game", "slug", *FIELDS)}


def _free(slug: str, ruleset: Ruleset | None, draft: RulesetDraft | None = None) -> None:
    if faults := list(taken(slug, ruleset, draft)):
        raise Refusal("state", faults)


def taken(slug: str, ruleset: Ruleset | None, draft: RulesetDraft | None = None) -> Iterator[Fault]:
    """The name of another ruleset, or of another open draft."""
    others = RulesetDraft.objects.filter(slug=slug, state__in=OPEN)
    if draft is not None:
        others = others.exclude(pk=draft.pk)
    if others.exists():
        yield Fault("slug", _("There is a draft of “%(slug)s” already.") % {"slug": slug})
    if slug in TAKEN or (ruleset is None and Ruleset.objects.filter(slug=slug).exists()):
        yield Fault("slug", _("There are rules called “%(slug)s” already.") % {"slug": slug})


def _save(draft: RulesetDraft, text: str, why: str, person: Person) -> RulesetDraft:
    draft.text, draft.why = text_in(text, "", LONGEST), reason(why, "", LONGEST_REASON)
    draft.number += 1
    draft.saved_by, draft.saved_at = person, timezone.now()
    try:
        with transaction.atomic():
            draft.save()
    except IntegrityError as error:
        raise Refusal("state", [_("There is a draft of these rules already.")]) from error
    RulesetSave.objects.create(
        draft=draft, number=draft.number, text=draft.text, content=draft_content(draft),
        why=draft.why, by=person, at=draft.saved_at,
    )  # fmt: skip
    return draft


def _note(draft: RulesetDraft, step: Step, person: Person, why: str) -> None:
    if step.reasoned:
        draft.comments.create(text=why, by=person)
    if draft.state not in OPEN:
        draft.closed_by, draft.closed_at = person, timezone.now()


PUBLISH = "publish"
OPEN = RulesetDraft.OPEN
LIFE = Workflow(
    Step(
        PUBLISH, gettext_lazy("Publish"), OPEN, holders(Right.PUBLISH),
        to=RulesetDraft.State.PUBLISHED, done=gettext_lazy("The text is published."),
        by_others=True, act=_publish, leads=lambda draft: draft.ruleset,
    ),
    Step(
        "send", gettext_lazy("Send to review"), (RulesetDraft.State.DRAFT,),
        rights.may_write, to=RulesetDraft.State.REVIEW,
        done=gettext_lazy("Sent to review: another editor must publish it."),
    ),
    Step(
        "back", gettext_lazy("Send back to its author"), (RulesetDraft.State.REVIEW,),
        rights.may_judge, to=RulesetDraft.State.DRAFT,
        done=gettext_lazy("Sent back: your reason stands in the comments."), reasoned=True,
    ),
    Step(
        "bring-up", gettext_lazy("Confirm that it includes what was published since"), OPEN,
        rights.may_write, act=_bring_up,
    ),
    Step(
        "drop", gettext_lazy("Discard the draft"), OPEN, rights.may_write,
        to=RulesetDraft.State.DROPPED,
        done=gettext_lazy("The draft is discarded. Its saved versions stay here."),
    ),
    note=_note,
)  # fmt: skip
