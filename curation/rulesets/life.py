"""The life of a text of rules: saved as a draft, published by somebody else, or given up.

Each step checks who asks and what it needs, does all of it or nothing, and raises `Refusal` alone.
"""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from curation.errors import Fault, Refusal, allow
from curation.models import RulesetDraft, RulesetSave
from curation.rulesets.checking import LONGEST, Busy, Checked, check
from curation.rulesets.coverage import coverage
from curation.rulesets.history import publishing
from evidence.sources import is_text
from games.models import Ruleset
from games.stored_concepts import store_concepts
from people.matrix import Right
from people.rights import may

Person = Any
TAKEN = frozenset({"new"})  # names in addresses that are pages
LONGEST_REASON = 2000


@transaction.atomic
def begin(person: Person, ruleset: Ruleset | None, text: str, why: str, about: Any) -> RulesetDraft:
    """A draft of a text of a ruleset, or of new rules; `about` has the fields of new ones."""
    allow(may(person, Right.EDIT))
    fields = _fields_of(ruleset) if ruleset is not None else dict(about)
    _free(fields["slug"], ruleset)
    draft = RulesetDraft(ruleset=ruleset, author=person, number=0, **fields)
    draft.base = ruleset.digest if ruleset is not None else ""
    return _save(draft, text, why, person)


@transaction.atomic
def save(
    draft: RulesetDraft, text: str, why: str, *, number: int, person: Person, about: Any = None
) -> RulesetDraft:
    """Put a text in the place of the one that was saved with that number."""
    allow(may(person, Right.EDIT))
    draft = _locked(draft, number)
    if draft.ruleset is None and about:
        for name, value in about.items():
            setattr(draft, name, value)
        _free(draft.slug, None, draft)
    return _save(draft, text, why, person)


@transaction.atomic
def drop(draft: RulesetDraft, *, number: int, person: Person) -> RulesetDraft:
    """Give a draft up; what was saved of it stays."""
    allow(may(person, Right.EDIT))
    return _close(_locked(draft, number), RulesetDraft.State.DROPPED, person)


def publish(draft: RulesetDraft, *, number: int, person: Person) -> Ruleset:
    """Make a draft that somebody else has written the text of its ruleset.

    Games that were recorded before stay bound to the text that they were played by.
    """
    allow(may(person, Right.PUBLISH))
    own = person.pk in draft.saves.values_list("by_id", flat=True)
    allow(not own, _("Nobody publishes their own work: somebody else has to."))
    try:
        faults = faults_of(draft, check(draft.text, draft.ruleset, whole=True))
    except Busy:
        said = _("Other texts are being checked: try again in a little while.")
        raise Refusal("state", [said]) from None
    if faults:
        raise Refusal("missing", faults)
    with transaction.atomic():
        draft = _locked(draft, number)
        ruleset = _ruleset_for(draft)
        ruleset.text = draft.text
        with publishing(draft.saved_by, person, draft.why):
            ruleset.save()
        store_concepts(ruleset)
        draft.ruleset = ruleset
        _close(draft, RulesetDraft.State.PUBLISHED, person)
    return ruleset


def faults_of(draft: RulesetDraft, found: Checked) -> list[Fault]:
    """What stands in the way of publishing."""
    said = [_problem(each) for each in found.problems]
    for name in coverage(draft.ruleset, found.definitions).missing:
        told = _("the clause “%(name)s” has no definition: define it, or take the clause out first")
        said.append(told % {"name": name})
    if not draft.why:
        said.append(_("say why the text is changed"))
    if draft.ruleset is not None and draft.base != draft.ruleset.digest:
        said.append(_("the published text has changed since the draft was begun: take that over"))
    return [Fault("", each) for each in said]


def bring_up(draft: RulesetDraft, *, number: int, person: Person) -> RulesetDraft:
    """Say that a draft has taken over what was published since it was begun."""
    allow(may(person, Right.EDIT))
    with transaction.atomic():
        draft = _locked(draft, number)
        if draft.ruleset is not None:
            draft.base = draft.ruleset.digest
        return _save(draft, draft.text, draft.why, person)


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
        return Ruleset(**{name: getattr(draft, name) for name in _FIELDS})
    ruleset = Ruleset.objects.select_for_update(of=("self",)).get(pk=draft.ruleset_id)
    if ruleset.digest != draft.base:
        raise Refusal("outdated", [_("The published text has just been changed.")])
    return ruleset


_FIELDS = ("game", "name", "slug", "kind", "summary")


def _fields_of(ruleset: Ruleset) -> dict[str, Any]:
    return {name: getattr(ruleset, name) for name in _FIELDS}


def _free(slug: str, ruleset: Ruleset | None, draft: RulesetDraft | None = None) -> None:
    """Refuse the name of another ruleset, or of another open draft."""
    others = RulesetDraft.objects.filter(slug=slug, state=RulesetDraft.State.DRAFT)
    if draft is not None:
        others = others.exclude(pk=draft.pk)
    if others.exists():
        raise Refusal("state", [_("There is a draft of “%(slug)s” already.") % {"slug": slug}])
    if slug in TAKEN or (ruleset is None and Ruleset.objects.filter(slug=slug).exists()):
        raise Refusal("state", [_("There are rules called “%(slug)s” already.") % {"slug": slug}])


def _locked(draft: RulesetDraft, number: int) -> RulesetDraft:
    draft = RulesetDraft.objects.select_for_update(of=("self",)).get(pk=draft.pk)
    if not draft.is_open:
        said = _("The draft is closed: it was %(state)s.")
        raise Refusal("state", [said % {"state": draft.get_state_display()}])
    if draft.number != number:
        said = _("%(who)s has saved the draft since: it is number %(now)d, not %(number)d.")
        told = {"who": draft.saved_by, "now": draft.number, "number": number}
        raise Refusal("outdated", [said % told])
    return draft


def _save(draft: RulesetDraft, text: str, why: str, person: Person) -> RulesetDraft:
    draft.text, draft.why = _clean(text, LONGEST), _clean(why, LONGEST_REASON).strip()
    draft.number += 1
    draft.saved_by, draft.saved_at = person, timezone.now()
    try:
        with transaction.atomic():
            draft.save()
    except IntegrityError as error:
        raise Refusal("state", [_("There is a draft of these rules already.")]) from error
    RulesetSave.objects.create(
        draft=draft, number=draft.number, text=draft.text, why=draft.why, by=person,
        at=draft.saved_at,
    )  # fmt: skip
    return draft


def _close(draft: RulesetDraft, state: RulesetDraft.State, person: Person) -> RulesetDraft:
    draft.state, draft.closed_by, draft.closed_at = state, person, timezone.now()
    draft.save()
    return draft


def _clean(text: str, most: int) -> str:
    if not is_text(text):
        raise Refusal("faulty", [_("The text has characters that are none.")])
    if len(text) > most:
        raise Refusal("faulty", [_("At most %(most)d characters are kept.") % {"most": most}])
    return text.replace("\r\n", "\n")
