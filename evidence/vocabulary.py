"""The closed vocabularies of an evidence record.

The wording is that of the Digital Ludeme Project's evidence schema
(https://ludii.games/), so that records can be exchanged without translation.
"""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _


class EvidenceType(models.TextChoices):
    """What a piece of evidence is; only first-hand sources are evidence."""

    RULES_TEXT = "rules-text", _("Rules text")
    CONTEMPORARY_RULES = "contemporary-rule-description", _("Contemporary rule description")
    HISTORICAL_RULES = "historical-rule-description", _("Historical rule description")
    CONTEMPORARY_TEXT = "contemporary-text", _("Contemporary text")
    HISTORICAL_TEXT = "historical-text", _("Historical text")
    ETHNOGRAPHY = "ethnography", _("Ethnography")
    ARTIFACT = "artifact", _("Artifact")
    DEPICTION = "artistic-depiction", _("Artistic depiction")


# Position is the number kept in the search index: append, never reorder.
TYPE_ORDER: tuple[str, ...] = tuple(EvidenceType.values)


class Vocabulary(models.TextChoices):
    """The lists of terms that a record may carry any number of."""

    UNCERTAINTY = "uncertainty", _("Uncertainty factors")
    AGE = "age", _("Ages")
    GENDER = "gender", _("Genders")
    STATUS = "status", _("Social statuses")
    SPACE = "space", _("Spaces played in")


OPEN_VOCABULARIES = (Vocabulary.STATUS, Vocabulary.SPACE)

CLOSED_TERMS: dict[str, tuple[str, ...]] = {
    Vocabulary.UNCERTAINTY: (
        "Incomplete",
        "Graffiti",
        "Ambiguous pattern",
        "Uncertain date",
        "Unknown provenience",
        "Written > 100 years after events",
        "Written > 500 years after events",
        "Written about a foreign culture",
        "Translated from another language",
        "Secondary text",
        "Game not named",
        "Unrepresentative depiction",
        "Insufficiently described rules",
        "Board not described",
        "Rules not described",
        "Rules learned second-hand",
        "Suspected copy of earlier work",
        "Suspected forgery",
    ),
    Vocabulary.AGE: ("Child", "Adolescent", "Adult", "Elder", "All"),
    Vocabulary.GENDER: ("Male", "Female", "All", "Other"),
}

# A term that cannot hold without the other.
IMPLIED_TERMS = {"Written > 500 years after events": "Written > 100 years after events"}


class Precision(models.TextChoices):
    """How closely a place is known."""

    SITE = "site", _("site")
    TOWN = "town", _("town")
    REGION = "region", _("region")
    COUNTRY = "country", _("country")
    UNKNOWN = "", _("not stated")


class Certainty(models.TextChoices):
    """How surely the place is that one."""

    CERTAIN = "certain", _("certain")
    PROBABLE = "probable", _("probable")
    DISPUTED = "disputed", _("disputed")
    UNKNOWN = "", _("not stated")


class DateRole(models.TextChoices):
    """What a date is the date of."""

    TEXT = "text", _("text written")
    EVENT = "event", _("event described")
    COPY = "copy", _("copy made")
    MADE = "made", _("object made")
    USED = "used", _("in use")
    BURIED = "buried", _("lost or buried")
    FOUND = "found", _("found")


class PlaceRole(models.TextChoices):
    """What happened at a place."""

    TEXT = "text", _("text written")
    SETTING = "setting", _("setting of the event")
    MADE = "made", _("object made")
    USED = "used", _("in use")
    FOUND = "found", _("found")
    KEPT = "kept", _("held now")


class Link(models.TextChoices):
    """What a record is to another one."""

    SAME_OBJECT = "same-object", _("is about the same object as")
    SAME_FIND = "same-find", _("is from the same find as")
    SAME_MANUSCRIPT = "same-manuscript", _("is in the same manuscript as")
    SAME_TEXT = "same-text", _("is in the same text as")
    COPY_OF = "copy-of", _("is a copy of")
    TRANSLATES = "translates", _("translates")
    CITES = "cites", _("cites")
    QUOTES = "quotes", _("quotes")
    DEPICTS = "depicts", _("depicts")


# What the other one is to the record: the same, where it is not here.
INVERSE_LINKS = {
    Link.COPY_OF: _("has the copy"),
    Link.TRANSLATES: _("is translated by"),
    Link.CITES: _("is cited by"),
    Link.QUOTES: _("is quoted by"),
    Link.DEPICTS: _("is depicted by"),
}


class Seen(models.TextChoices):
    """How a source was seen for a record."""

    SEEN = "seen", _("seen")
    PART = "part", _("seen in part")
    COPY = "copy", _("seen as a copy or transcription")
    VIA = "via", _("cited via another source")
    UNSEEN = "unseen", _("not seen")

    @property
    def told(self) -> str:
        """The label for readers, who cannot see who said it."""
        return str(CONSULTED.get(self, self.label))


CONSULTED: dict[str, Any] = {
    Seen.SEEN: _("consulted by the contributor"),
    Seen.PART: _("consulted in part by the contributor"),
    Seen.COPY: _("consulted by the contributor as a copy or transcription"),
    Seen.UNSEEN: _("not consulted by the contributor"),
}


class PersonRole(models.TextChoices):
    """What somebody did for what a record describes, or for our knowledge of it."""

    AUTHOR = "author", _("author")
    INFORMANT = "informant", _("informant")
    COLLECTOR = "collector", _("collector")
    EXCAVATOR = "excavator", _("excavator or finder")
    TRANSLATOR = "translator", _("translator")
    EDITOR = "editor", _("editor")
    SCRIBE = "scribe", _("scribe or copyist")
    MAKER = "maker", _("maker or artist")
    OWNER = "owner", _("owner or patron")


class NameOf(models.TextChoices):
    """What a name is the name of."""

    GAME = "game", _("the game")
    PIECE = "piece", _("a piece")
    BOARD = "board", _("the board, or a part of it")
    MOVE = "move", _("a move, or an event of play")


class GameLink(models.TextChoices):
    """What a game is to another one."""

    VARIANT = "variant-of", _("is a variant of")
    DERIVED = "derived-from", _("is derived from")
    SAME = "same-as", _("is the same game as")


# What the other one is to the game: the same, where it is not here.
INVERSE_GAME_LINKS = {
    GameLink.VARIANT: _("has the variant"),
    GameLink.DERIVED: _("gave rise to"),
}


class Sureness(models.TextChoices):
    """How sure an assertion about a record is."""

    CERTAIN = "certain", _("certain")
    PROBABLE = "probable", _("probable")
    DOUBTFUL = "doubtful", _("doubtful")
    REJECTED = "rejected", _("rejected")


class Voice(models.TextChoices):
    """Who makes an assertion about a record."""

    WITNESS = "witness", _("the witness itself")
    REPORT = "report", _("a later author’s report")
    SCHOLAR = "scholar", _("a scholar")
    CURATOR = "curator", _("a curator")


# Licences and rights statements that pictures commonly have, by their URIs.
PICTURE_LICENCES = {
    "https://creativecommons.org/publicdomain/mark/1.0/": _("Public domain"),
    "https://creativecommons.org/publicdomain/zero/1.0/": "CC0 1.0",
    "https://creativecommons.org/licenses/by/4.0/": "CC BY 4.0",
    "https://creativecommons.org/licenses/by-sa/4.0/": "CC BY-SA 4.0",
    "https://creativecommons.org/licenses/by-nc/4.0/": "CC BY-NC 4.0",
    "https://creativecommons.org/licenses/by-nc-sa/4.0/": "CC BY-NC-SA 4.0",
    "https://creativecommons.org/licenses/by/3.0/": "CC BY 3.0",
    "https://creativecommons.org/licenses/by-sa/3.0/": "CC BY-SA 3.0",
    "https://creativecommons.org/licenses/by/2.0/": "CC BY 2.0",
    "https://creativecommons.org/licenses/by-sa/2.0/": "CC BY-SA 2.0",
    "https://rightsstatements.org/vocab/NoC-NC/1.0/": _("No copyright, non-commercial use only"),
    "https://rightsstatements.org/vocab/InC/1.0/": _("In copyright, used with permission"),
    "https://rightsstatements.org/vocab/InC-EDU/1.0/": _("In copyright, educational use permitted"),
}


class Relation(models.TextChoices):
    """How a piece of evidence bears on a ruleset or a clause."""

    DESCRIBES = "describes", _("describes")
    SUPPORTS = "supports", _("supports")
    CONTRADICTS = "contradicts", _("contradicts")
    MENTIONS = "mentions", _("mentions")


class RulesetRelation(models.TextChoices):
    """How a piece of evidence bears on a ruleset: as on a clause, or by its board or men alone."""

    DESCRIBES = Relation.DESCRIBES.value, Relation.DESCRIBES.label
    SUPPORTS = Relation.SUPPORTS.value, Relation.SUPPORTS.label
    CONTRADICTS = Relation.CONTRADICTS.value, Relation.CONTRADICTS.label
    MENTIONS = Relation.MENTIONS.value, Relation.MENTIONS.label
    SHOWS_BOARD = "shows-board", _("shows the board of")


# What speaks for a ruleset or a clause, in whole or in part.
BORNE_OUT = (Relation.DESCRIBES, Relation.SUPPORTS)
