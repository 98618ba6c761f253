"""What can be done with unpublished work, as a table of steps for each kind of it.

To let another kind be reviewed: a `Workflow` of its steps, and in its model `state` and
`is_work_of`; where its content has a number, `number` and `saved_by`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from evidence.editing.workflow.refusals import Fault, Refusal, allow, needed, reason
from people.matrix import Right
from people.rights import may

Person = Any  # django.contrib.auth's User, or nobody in particular
Work = Any  # a row of one of the kinds


@dataclass(frozen=True)
class Step:
    """A step, by the name that forms and programs send.

    It can be taken in the states `of` and leads `to` another, or stays; `event` is what the
    history calls it. `act` does what belongs to it, and may say what is noted as its reason.
    """

    name: str
    label: str | Promise
    of: Collection[str]
    may: Callable[[Person, Work], bool]
    to: str = ""
    event: str = ""
    done: str | Promise = ""
    by_others: bool = False  # only by somebody whose work it is not
    reasoned: bool = False  # only for a reason
    act: Callable[[Work, Person, Any], str | None] | None = None
    leads: Callable[[Work], Any] = lambda work: work  # to what is shown next


class Workflow:
    """The steps of one kind of work, in the order of their buttons; `note` keeps its history."""

    def __init__(self, *steps: Step, note: Callable[[Work, Step, Person, str], None]) -> None:
        self.steps = {step.name: step for step in steps}
        self.note = note

    def open_to(self, person: Person, work: Work) -> list[Step]:
        """The steps that a person may take with it as it is now."""
        return [
            step
            for step in self.steps.values()
            if work.state in step.of
            and step.may(person, work)
            and not (step.by_others and work.is_work_of(person))
        ]

    def named(self, name: str) -> Step:
        """The step of that name. Raises Refusal."""
        if name not in self.steps:
            said = _("There is no such step: use one of %(steps)s.")
            raise Refusal("faulty", [Fault("step", said % {"steps": ", ".join(self.steps)})])
        return self.steps[name]

    def check(self, name: str, work: Work, person: Person) -> Step:
        """The step of that name, if the person may take it now. Raises Refusal."""
        step = self.named(name)
        if work.state not in step.of:
            said = _("“%(step)s” is not possible in the state “%(state)s”.")
            told = {"step": step.label, "state": work.get_state_display()}
            raise Refusal("state", [said % told])
        said = _("You cannot publish your own work: someone else has to review it.")
        allow(not (step.by_others and work.is_work_of(person)), said)
        allow(step.may(person, work))
        return step

    @transaction.atomic
    def take(
        self, name: str, work: Work, *, person: Person, number: int | None = None, why: str = "",
        more: Any = None,
    ) -> Work:  # fmt: skip
        """Take a step, wholly or not at all. Raises Refusal.

        `number` is that of the content which the person has seen; `more` is what the act needs.
        """
        self.named(name)
        work = locked(work)
        if number is not None:
            check_number(work, number)
        step = self.check(name, work, person)
        why = needed(why) if step.reasoned else reason(why)
        said = step.act(work, person, more) if step.act else None
        work.state = step.to or work.state
        self.note(work, step, person, said or why)
        work.save()
        return work


def holders(*rights: Right) -> Callable[[Person, Work], bool]:
    """Whoever has some rights, whatever the work."""
    return lambda person, _work: all(may(person, right) for right in rights)


def locked(work: Work) -> Work:
    """It as it is now; nobody else changes it before the end of the transaction."""
    return type(work).objects.select_for_update(of=("self",)).get(pk=work.pk)


def writable(work: Work, number: int) -> Work:
    """It, locked, to save what was made from the content of that number. Raises Refusal."""
    work = locked(work)
    if not work.is_open:
        said = _("This is %(state)s: it can be read, not changed.")
        raise Refusal("state", [said % {"state": work.get_state_display()}])
    check_number(work, number)
    return work


def check_number(work: Work, number: int) -> None:
    """Refuse a number that is not that of its content any more."""
    if work.number != number:
        said = _(
            "%(who)s has saved this since: the draft has been saved %(now)d times, "
            "and yours began from save %(number)s."
        )
        told = {"who": work.saved_by, "now": work.number, "number": number}
        raise Refusal("outdated", [said % told])
