"""What is said of a proposal: of the whole, of a field, or of a line of one."""

from __future__ import annotations

from django.utils.translation import gettext as _

from curation import life
from curation.errors import Fault, Refusal
from curation.models import Proposal, ProposalComment
from curation.rights import Person
from curation.telling import tell


def lines_of(proposal: Proposal, field: str) -> list[str]:
    """A field as pages tell it, line by line. Raises Refusal for one that is not there."""
    for told in tell(proposal.content):
        if told.field == field:
            return told.lines
    said = _("The proposal has no field “%s”.") % field[:60]
    raise Refusal("faulty", [Fault("field", said)])


def say(
    proposal: Proposal, text: str, *, person: Person, field: str = "", line: int | None = None
) -> ProposalComment:
    """Keep a remark, with the line that it is on as it is now. Raises Refusal."""
    quoted = line_in(lines_of(proposal, field) if field else [], line)
    return life.comment(proposal, text, person=person, field=field, line=line, quoted=quoted)


def line_in(lines: list[str], line: int | None) -> str:
    """The words of a line by its number from 1; none where no line is meant. Raises Refusal."""
    if line is None:
        return ""
    if not 1 <= line <= len(lines):
        said = _("There is no line %(line)d: the field has %(lines)d.")
        told = said % {"line": line, "lines": len(lines)}
        raise Refusal("faulty", [Fault("line", told)])
    return lines[line - 1]
