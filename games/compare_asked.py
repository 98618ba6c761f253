"""What an address or a form asks to compare: two stored rulesets, or one and a pasted text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from threading import BoundedSemaphore
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from config.costly import Busy, costly
from games.compare_page import Context, compared
from games.compared import Party, pasted_party, stored_party
from games.library import library
from games.models import Ruleset
from games.play import OptionError, RulesError
from games.ruleset_page import option_fields

OK, BAD_REQUEST, NOT_FOUND, BUSY = 200, 400, 404, 503
LONGEST = 200_000  # characters of a pasted text
ONE_AT_A_TIME = BoundedSemaphore()  # where there are no processes for costly calls
SIDES = ("a", "b")
MOST_PAIRS = 12


class Choice(NamedTuple):
    """What a list to choose from says of a ruleset; read on every call, even a refused one."""

    slug: str
    name: str
    game_id: int


def _choices() -> dict[str, Choice]:
    """All stored rulesets by slug, in the order of their names."""
    rows = Ruleset.objects.values_list(*Choice._fields)
    return {row[0]: Choice(*row) for row in rows}


def _whole(slug: str) -> Ruleset:
    return Ruleset.objects.select_related("game").get(slug=slug)


def context_of(params: QueryDict) -> tuple[Context, int]:
    """What the template shows for an address, and the status to answer with.

    `a` and `b` name rulesets; `option_a` and `option_b`, each as often as needed, choose options.
    """
    known = _choices()
    slugs = [params.get(side, "") for side in SIDES]
    context: Context = {"rulesets": known.values(), "slugs": slugs, "library": library()}
    for slug in slugs:
        if slug and slug not in known:
            context["fault"] = _("There is no ruleset “%(slug)s”.") % {"slug": slug[:80]}
            return context, NOT_FOUND
    if not all(slugs):
        return context | {"pairs": _pairs(known.values())}, OK
    options = [params.getlist(f"option_{side}") for side in SIDES]
    found, status = _stored([_whole(slug) for slug in slugs], options, params.get("ply", ""))
    return context | found, status


def _pairs(rulesets: Iterable[Choice]) -> list[tuple[Choice, Choice]]:
    """Two rulesets of each game that has several, as far as a page has room for them."""
    of_game: dict[int, list[Choice]] = {}
    for each in rulesets:
        of_game.setdefault(each.game_id, []).append(each)
    found = ((those[0], those[1]) for those in of_game.values() if len(those) > 1)
    return list(islice(found, MOST_PAIRS))


@costly
def _stored(
    rulesets: Sequence[Ruleset], options: Sequence[Sequence[str]], ply: str
) -> tuple[Context, int]:
    """What is shown of two stored rulesets, and the status."""
    slugs = [each.slug for each in rulesets]
    context: Context = {}
    try:
        a, b = (stored_party(each, chosen) for each, chosen in zip(rulesets, options, strict=True))
        context["options"] = _option_fields(rulesets, (a, b))
        if slugs[0] == slugs[1] and a.rules.chosen == b.rules.chosen:
            context["fault"] = _("This is the same ruleset twice: choose two, or other options.")
            return context, BAD_REQUEST
        asked = params_of(slugs, options)
        context |= {"json": asked, "steps": f"?{asked}"}
        return context | compared(a, b, ply), OK
    except RulesError as error:
        context["fault"] = _("These rules cannot be compared: %(error)s") % {"error": error}
        return context, BAD_REQUEST if isinstance(error, OptionError) else OK


def params_of(slugs: Sequence[str], options: Iterable[Sequence[str]] = ((), ())) -> str:
    """Two names, with the options of each, as they stand in an address."""
    chosen = {f"option_{side}": each for side, each in zip(SIDES, options, strict=True) if each}
    return urlencode({"a": slugs[0], "b": slugs[1], **chosen}, doseq=True)


def _option_fields(rulesets: Sequence[Ruleset], parties: Sequence[Party]) -> list[dict[str, Any]]:
    """The options of each side that has any as form fields, with what is in force chosen."""
    each = zip(SIDES, rulesets, parties, strict=True)
    found = [(side, ruleset, option_fields(party.rules)) for side, ruleset, party in each]
    return [
        {"side": side, "ruleset": ruleset, "fields": fields}
        for side, ruleset, fields in found
        if fields
    ]


def pasted_context(params: QueryDict) -> tuple[Context, int]:
    """A pasted text compared with a stored ruleset.

    The form sends `text` and `definitions`, `with` a slug, and the options of either, one a line,
    as `option_text` and `option_with`.
    """
    known = _choices()
    sent = {name: params.get(name, "") for name in ("text", "definitions", "with")}
    options = {name: params.get(name, "") for name in ("option_text", "option_with")}
    context: Context = {
        "rulesets": known.values(), "slugs": ["", ""], "own": True, "library": library(),
        **{name: value[:LONGEST] for name, value in (sent | options).items()},
    }  # fmt: skip
    if sent["with"] not in known or not sent["text"].strip():
        context["fault"] = _("Paste a text, and choose the rules to compare it with.")
        return context, BAD_REQUEST
    chosen = [_lines(options[name]) for name in ("option_text", "option_with")]
    try:
        found, status = _pasted(sent["text"], sent["definitions"], _whole(sent["with"]), *chosen)
    except Busy:
        said = _("Other rules are being compared: try again in a few seconds.")
        found, status = {"fault": said}, BUSY
    return context | found, status


@costly
def _pasted(
    text: str, definitions: str, ruleset: Ruleset, ours: Sequence[str], theirs: Sequence[str]
) -> tuple[Context, int]:
    """What is shown of a pasted text and a stored ruleset, and the status."""
    if not ONE_AT_A_TIME.acquire(blocking=False):
        raise Busy
    try:
        party = pasted_party(text, ours, definitions)
        return compared(party, stored_party(ruleset, theirs)), OK
    except RulesError as error:
        fault = _("The text cannot be compared: %(error)s") % {"error": error}
        return {"fault": fault}, BAD_REQUEST
    finally:
        ONE_AT_A_TIME.release()


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]
