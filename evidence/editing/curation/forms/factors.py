"""What each uncertainty factor means, said beside its box."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

FACTORS = {
    "Incomplete": _("part of the object or text is lost"),
    "Graffiti": _("scratched or painted in an accessible place, at any time"),
    "Ambiguous pattern": _("the pattern may not be a game board"),
    "Uncertain date": _("the date is a guess, or scholars disagree"),
    "Unknown provenience": _("nobody recorded where it was found"),
    "Written > 100 years after events": _("the author lived more than a century later"),
    "Written > 500 years after events": _("more than five centuries later; implies the one before"),
    "Written about a foreign culture": _("the author was an outsider to the players’ culture"),
    "Translated from another language": _("the cited text is a translation"),
    "Secondary text": _("it reports what another source says"),
    "Game not named": _("which game it is was inferred"),
    "Unrepresentative depiction": _("the picture is not meant to show how it was played"),
    "Insufficiently described rules": _("some rules are given, but too few to play by"),
    "Board not described": _("the board is not described"),
    "Rules not described": _("the rules are not described"),
    "Rules learned second-hand": _("the author did not see it played"),
    "Suspected copy of earlier work": _("it may repeat an earlier source"),
    "Suspected forgery": _("it may not be what it claims to be"),
}
