"""The one table of who may do what. docs/rights.md shows it, and tests hold pages and API to it.

To add a right: a line in `Right` and in `RIGHTS_OF`, then `manage.py makemigrations people`, and a
row in docs/rights.md.
"""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Right(TextChoices):
    """What one may do; the value is the code name of the permission, as in `people.review`."""

    SUGGEST = "suggest", _("suggest additions and corrections")
    DRAFT = "draft", _("write drafts, and change one’s own")
    EDIT = "edit", _("change all drafts, propose changes of what is published, import")
    REVIEW = "review", _("review the work of others")
    PUBLISH = "publish", _("publish what someone else has reviewed, accept proposals")
    WITHDRAW = "withdraw", _("withdraw what is published, undo changes")
    INVITE = "invite", _("invite people")
    MODERATE = "moderate", _("answer, hide and accept suggestions and comments")
    ADMINISTER = "administer", _("give and take roles, use the whole admin site")


class Role(TextChoices):
    """Who someone is on the site. A reader has no account, or one without a role."""

    READER = "reader", _("reader")
    CONTRIBUTOR = "contributor", _("contributor")
    CURATOR = "curator", _("curator")
    ADMINISTRATOR = "administrator", _("administrator")


READERS = frozenset({Right.SUGGEST})
CONTRIBUTORS = READERS | {Right.DRAFT}
CURATORS = CONTRIBUTORS | {
    Right.EDIT, Right.REVIEW, Right.PUBLISH, Right.WITHDRAW, Right.INVITE, Right.MODERATE,
}  # fmt: skip

RIGHTS_OF: dict[Role, frozenset[Right]] = {
    Role.READER: READERS,
    Role.CONTRIBUTOR: CONTRIBUTORS,
    Role.CURATOR: CURATORS,
    Role.ADMINISTRATOR: frozenset(Right),
}

# The Django group of each role.
GROUPS = {
    Role.CONTRIBUTOR: "contributors",
    Role.CURATOR: "curators",
    Role.ADMINISTRATOR: "administrators",
}

# A curator who could invite curators could be the second person of their own work.
INVITES = {
    Role.CURATOR: (Role.CONTRIBUTOR,),
    Role.ADMINISTRATOR: (Role.CONTRIBUTOR, Role.CURATOR, Role.ADMINISTRATOR),
}

# Who may log in to the admin site; there, curators see evidence and games alone.
ADMIN_SITE = frozenset({Role.CURATOR, Role.ADMINISTRATOR})
