"""Remarks on a proposal or a draft ruleset: on the whole, on a field, or on a line."""

from __future__ import annotations

from typing import Any, TypeVar

from django.utils import timezone
from django.utils.translation import gettext as _

from evidence.editing.curation import rights, telling
from evidence.editing.curation.models import Proposal, ProposalComment
from evidence.editing.curation.rights import Person, Work
from evidence.editing.curation.ruleset_models import RulesetComment
from evidence.editing.curation.rulesets.contents import draft_content
from evidence.editing.curation.rulesets.telling import tell
from evidence.editing.curation.telling import Told
from evidence.editing.workflow.form_faults import FieldFault
from evidence.editing.workflow.refusals import Fault, Refusal, allow, needed

TEXT = "text"
R = TypeVar("R", bound=ProposalComment | RulesetComment)


def fields_of(work: Work) -> list[Told]:
    """All that remarks can be on, in lines."""
    if isinstance(work, Proposal):
        return telling.tell(work.content)
    return [Told(TEXT, _("The text"), work.text.split("\n")), *tell(draft_content(work))]


def say(work: Work, text: str, *, person: Person, field: str = "", line: int | None = None) -> Any:
    """Keep a remark, with the line that it is on as it is now. Raises Refusal."""
    allow(rights.seen_by(person, type(work)).filter(pk=work.pk).exists())
    quoted = _line_in(work, field, line)
    said = {"field": field, "line": line, "quoted": quoted, "text": needed(text, "text")}
    return work.comments.create(**said, by=person)


def resolve(remark: R, *, person: Person, resolved: bool = True) -> R:
    """Mark a remark as done, or as not done."""
    work = remark.proposal if isinstance(remark, ProposalComment) else remark.draft
    allow(rights.may_write(person, work) or remark.by_id == person.pk)
    remark.resolved_by = person if resolved else None
    remark.resolved_at = timezone.now() if resolved else None
    remark.save()
    return remark


def _lines_of(work: Work, field: str) -> list[str]:
    for told in fields_of(work):
        if told.field == field:
            return told.lines
    said = _("There is no field “%s”.") % field[:60]
    raise Refusal("faulty", [Fault("field", said)])


def _line_in(work: Work, field: str, line: int | None) -> str:
    """The words of a line by its number from 1; none where no line is meant. Raises Refusal."""
    lines = _lines_of(work, field) if field else []
    if line is None:
        return ""
    if 1 <= line <= len(lines):
        return lines[line - 1]
    said = _("There is no line %(line)d: the field has %(lines)d.")
    told: dict[str, Any] = {"line": line, "lines": len(lines)}
    if not field and (fields := fields_of(work)):
        said = _("there is no line %(line)d in “%(whole)s”; choose “%(field)s” to comment on one")
        longest = max(fields, key=lambda each: len(each.lines))
        told |= {"whole": _("the whole"), "field": longest.label}
    raise Refusal("faulty", [FieldFault("line", said % told, _("Line"))])
