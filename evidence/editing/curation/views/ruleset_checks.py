"""What the pages of texts of rules share: a check that is counted, and what is told of it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from config.clients import often
from config.costly import RETRY_AFTER, Busy
from evidence.editing.curation.rulesets.checking import Checked, check
from evidence.editing.curation.rulesets.contents import Content
from evidence.editing.curation.rulesets.coverage import coverage
from games.models import Ruleset
from games.ruleset_page import phrases

CHECKS_AN_HOUR = 1500
MOST_OPTIONS = 50
TOO_MANY, BUSY = 429, 503


class NotChecked(Exception):
    """Why a text is not checked now, the status to answer with, and seconds to wait if known."""

    def __init__(self, said: str, status: int, retry_after: int = 0) -> None:
        super().__init__(said)
        self.status = status
        self.headers = {"Retry-After": str(retry_after)} if retry_after else {}


def checked(request: HttpRequest, ruleset: Ruleset | None, text: str, **how: Any) -> Checked:
    """Check a text with the options that were sent, as `check` does. Raises NotChecked."""
    if often(request, "check-rules", CHECKS_AN_HOUR):
        raise NotChecked(_("Too many texts were checked from here: try again later."), TOO_MANY)
    options = request.POST.getlist("option")[:MOST_OPTIONS]
    try:
        chosen = [each[:400] for each in options]
        return check(text, ruleset, chosen, **how)
    except Busy:
        said = _("Other texts are being checked: try again in a little while.")
        raise NotChecked(said, BUSY, RETRY_AFTER) from None


def told(ruleset: Ruleset | None, found: Checked, content: Content | None = None) -> dict[str, Any]:
    """What the template of a checked text shows, with the clauses of a content or the published."""
    return {
        "ruleset": ruleset,
        "checked": found,
        "coverage": coverage(ruleset, found.definitions, content),
        "words": phrases(),
    }
