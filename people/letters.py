"""What is sent to people by e-mail, beside what django-allauth sends."""

from __future__ import annotations

import logging
from smtplib import SMTPException

from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from people.models import Invitation

log = logging.getLogger(__name__)


def send_invitation(invitation: Invitation, link: str) -> bool:
    """Send the link of an invitation; False, and a line in the log, if it could not be sent."""
    text = render_to_string("people/invitation.txt", {"invitation": invitation, "link": link})
    try:
        send_mail(_("Ashtapada: an invitation"), text, None, [invitation.email])
    except (OSError, SMTPException) as error:
        log.error("An invitation could not be sent: %s", error)
        return False
    return True
