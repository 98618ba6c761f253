"""What a content says of other sites: its id at the Ludii portal, pages it was checked against."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from evidence.editing.workflow.refusals import Fault
from evidence.history.contents import Content
from evidence.importers.portal import ID
from evidence.models import Evidence
from evidence.pictures.storing import is_address

LONGEST = 80  # characters of what is quoted


def wrong(content: Content, identifier: str) -> Iterator[Fault]:
    """An id that is none, or another record's; pages that are no addresses.

    What the published record says already may stay: tables bring such words.
    """
    portal_id = content.get("portal_id", "")
    pages = [page for page in content.get("checked_against", ()) if not is_address(page)]
    known = _published(identifier) if pages or portal_id else {}
    if portal_id and not ID.fullmatch(portal_id) and portal_id != known.get("portal_id"):
        said = _(
            "“%(said)s” is not an id of the portal: write DLP.Evidence. and its number, as in "
            "DLP.Evidence.1408, or leave it empty"
        )
        yield Fault("portal_id", said % {"said": portal_id})
    else:
        yield from taken(identifier, content)
    for page in pages:
        if page not in known.get("checked_against", ()):
            said = _("“%(said)s” is not the address of a page: write one such as https://…")
            yield Fault("checked_against", said % {"said": Truncator(page).chars(LONGEST)})


def taken(identifier: str, content: Content) -> Iterator[Fault]:
    """The portal's id where another record has it: publishing would change that one."""
    if not content.get("portal_id"):
        return
    named = Evidence.objects.filter(portal_id=content["portal_id"])
    for each in named.exclude(identifier=identifier):
        said = _("it belongs to %(name)s: propose a change of that record")
        yield Fault("portal_id", said % {"name": each.identifier})


def _published(identifier: str) -> dict[str, Any]:
    records = Evidence.objects.filter(identifier=identifier)
    return dict(records.values("portal_id", "checked_against").first() or {})
