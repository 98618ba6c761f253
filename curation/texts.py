"""Texts that people write beside a content: reasons and remarks."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from curation.errors import Fault, Refusal
from evidence.sources import is_text

LONGEST_REASON = 5000


def reason(why: Any, field: str = "why") -> str:
    """A reason, or another text, as it is kept; perhaps an empty one. Raises Refusal."""
    if not is_text(why):
        raise Refusal("faulty", [Fault(field, _("a text is wanted here"))])
    if len(why) > LONGEST_REASON:
        said = _("at most %(most)d characters are kept") % {"most": LONGEST_REASON}
        raise Refusal("faulty", [Fault(field, said)])
    return str(why).replace("\r\n", "\n").strip()


def needed(why: Any, field: str = "why") -> str:
    """A reason, or another text, that says something. Raises Refusal."""
    said = reason(why, field)
    if not said:
        raise Refusal("faulty", [Fault(field, _("say why") if field == "why" else _("say it"))])
    return said
