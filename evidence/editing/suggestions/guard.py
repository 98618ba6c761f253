"""What keeps programs from filling the list, without asking anybody else: docs/suggestions.md.

A field that people do not see; a signed moment, since people need a while to write; so many from
one address, and so many from all; and what is too long or full of addresses is refused. What is
refused tells a person what to do.
"""

from __future__ import annotations

import re
from datetime import timedelta

from django.core import signing
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from evidence.editing.suggestions.models import Suggestion

LEAST, MOST = timedelta(seconds=3), timedelta(days=1)  # between seeing the form and sending it
IN_AN_HOUR, IN_A_DAY = 5, 20  # from one address
ALL_IN_A_DAY = 1000
MOST_LINKS = 3
BODY = 40_000  # bytes of a form
LINK = re.compile(r"https?://|www\.|\[url|<a\s", re.IGNORECASE)
SALT = "suggestions.seen"
SPAM_KEPT = timedelta(days=30)
CONTACT_KEPT = timedelta(days=90)  # after the answer


def stamp() -> str:
    """The moment at which a form is shown, signed."""
    return signing.dumps(timezone.now().timestamp(), salt=SALT)


def check_stamp(text: str) -> None:
    """Raise ValidationError for a form that is not ours, or came back too soon or too late."""
    try:
        seen = float(signing.loads(text, salt=SALT, max_age=MOST))
    except (signing.BadSignature, TypeError, ValueError):
        raise ValidationError(_("This form has expired. Please send it again.")) from None
    if timezone.now().timestamp() - seen < LEAST.total_seconds():
        raise ValidationError(_("That was too quick. Please wait a moment and send it again."))


def check_links(text: str) -> None:
    """Raise ValidationError for a text that is full of addresses."""
    if len(LINK.findall(text)) > MOST_LINKS:
        said = _("Please give at most %(most)d addresses; describe the other sources in words.")
        raise ValidationError(said % {"most": MOST_LINKS})


def check_rate(who: str) -> None:
    """Raise ValidationError for who has sent much, or when everybody has."""
    now = timezone.now()
    day = Suggestion.objects.filter(at__gt=now - timedelta(days=1))
    own = day.filter(asker=who)
    if own.filter(at__gt=now - timedelta(hours=1)).count() >= IN_AN_HOUR:
        said = _("Thank you. You have reached the limit for now; please come back in an hour.")
        raise ValidationError(said)
    if own.count() >= IN_A_DAY or day.count() >= ALL_IN_A_DAY:
        raise ValidationError(_("Today’s limit has been reached. Please come back tomorrow."))


def forget() -> None:
    """Delete old spam, and what is known of those who were answered long ago."""
    now = timezone.now()
    spam = Suggestion.objects.filter(state=Suggestion.State.SPAM, at__lt=now - SPAM_KEPT)
    spam.delete()
    Suggestion.objects.filter(at__lt=now - timedelta(days=1)).exclude(asker="").update(asker="")
    answered = Suggestion.objects.filter(answered_at__lt=now - CONTACT_KEPT)
    answered.exclude(contact="").update(contact="")
