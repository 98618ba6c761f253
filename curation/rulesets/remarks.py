"""What is said of a draft of rules: of the whole, of its text, or of what stands beside that."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from curation.errors import Fault, Refusal, allow
from curation.models import RulesetComment, RulesetDraft
from curation.remarks import line_in
from curation.rulesets.contents import draft_content
from curation.rulesets.telling import tell
from curation.telling import Told
from curation.texts import needed
from people.matrix import Right
from people.rights import may

TEXT = "text"


def fields_of(draft: RulesetDraft) -> list[Told]:
    """All that remarks can be on, in lines: the text, then what is said beside it."""
    return [Told(TEXT, _("The text"), draft.text.split("\n")), *tell(draft_content(draft))]


def say(
    draft: RulesetDraft, text: str, *, person: Any, field: str = "", line: int | None = None
) -> RulesetComment:
    """Keep a remark, with the line that it is on as it is now. Raises Refusal."""
    allow(may(person, Right.EDIT))
    lines = {told.field: told.lines for told in fields_of(draft)}
    if field and field not in lines:
        raise Refusal("faulty", [Fault("field", _("The draft has no field “%s”.") % field[:60])])
    return RulesetComment.objects.create(
        draft=draft,
        field=field,
        line=line,
        quoted=line_in(lines.get(field, []), line),
        text=needed(text, "text"),
        by=person,
    )


def resolve(remark: RulesetComment, *, person: Any, resolved: bool = True) -> RulesetComment:
    """Mark a remark as done, or as not done."""
    allow(may(person, Right.EDIT))
    remark.resolved_by = person if resolved else None
    remark.resolved_at = timezone.now() if resolved else None
    remark.save()
    return remark
