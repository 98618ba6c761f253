"""What the ruleset page shows: its clauses, the game chosen, and the data for the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import (
    Count,
    Exists,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    prefetch_related_objects,
)
from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.chosen import Chosen, whole_matches
from games.drawing import sheet_of
from games.frames import Looks, drawn, replay, rooms
from games.locators import locator_words
from games.ludemes.denials import never_shown
from games.models import (
    Clause,
    Match,
    Ruleset,
    RulesetConcept,
    SavedGame,
    SharedGame,
    SolvedGame,
)
from games.play import Position, Rules, RulesError, SecondRules
from games.play.interface import offered
from games.play.setups import begun_from
from games.rules_cache import looks_of, rules_of_game
from games.sides import called, named_by

BY_COLOUR = (1, 2)  # the players of games for two; more are called by their numbers
# The games whose moments show what clauses do.
SHOWING = (Match.Origin.EXAMPLE, Match.Origin.FOUND)
# Those that somebody played, here or elsewhere.
PLAYED = Q(matches__origin__in=(Match.Origin.LOG, Match.Origin.READER))


def whole_rulesets() -> QuerySet[Ruleset]:
    """Rulesets with everything that their page shows, in a fixed number of queries."""
    clauses = Clause.objects.prefetch_related(
        "citations__source", "citations__evidence", "phrases__evidence", "moments"
    )
    in_parts = Clause.objects.filter(ruleset=OuterRef("pk"), parts__derived=False)
    in_pictures = Clause.objects.filter(ruleset=OuterRef("pk"), picture_marks__isnull=False)
    rulesets = Ruleset.objects.annotate(
        recorded=Count("matches", distinct=True),
        handed_down=Count("matches", filter=PLAYED, distinct=True),
        in_parts=Exists(in_parts),
        in_pictures=Exists(in_pictures),
        is_solved=Exists(SolvedGame.objects.filter(ruleset=OuterRef("pk"))),
    )
    matches = whole_matches().filter(origin__in=SHOWING)
    return rulesets.select_related("game").prefetch_related(
        Prefetch("clauses", clauses),
        Prefetch("matches", matches),
        Prefetch("concepts", RulesetConcept.objects.select_related("concept")),
        "evidence_links__evidence",
    )


def page_data(ruleset: Ruleset, chosen: Chosen, rules: Rules) -> dict[str, Any]:
    """Everything that static/js/ruleset.js needs, as JSON."""
    match, former = chosen.match, chosen.digest != ruleset.digest
    data = board_data(ruleset, chosen.options, rules, chosen.digest if former else "")
    return data | {
        "digest": chosen.digest,
        "former": former,
        "match": match.slug if match else "",
        "setup": match.setup if match else "",
        "moves": match.moves if match else [],
        "ply": chosen.ply,
        "clause": chosen.clause,
        "role": chosen.role,
        "matches": [_match_data(each, ruleset.digest) for each in _shown(ruleset, match)],
        "address": ruleset.get_absolute_url(),
        "play": reverse("play", args=[ruleset.slug]),
        "denied": sorted(never_shown(rules.expansion)),
        "finder": static("js/finder-worker.js"),
    }


def _shown(ruleset: Ruleset, chosen: Match | None) -> list[Match]:
    """The games that show the rules, and the one that was chosen."""
    matches = list(ruleset.matches.all())
    return matches if chosen is None or chosen in matches else [chosen, *matches]


def board_data(
    ruleset: Ruleset, options: Sequence[str], rules: Rules, digest: str = ""
) -> dict[str, Any]:
    """What any page needs to show these rules on a board and to say what they do.

    `digest` is that of their text; "" is the present one, whatever that will be.
    What clauses rest on is fetched in a fixed number of queries, unless it has been already.
    """
    prefetch_related_objects(
        [ruleset], "clauses__citations__source", "clauses__citations__evidence"
    )
    looks = looks_of(ruleset, digest or ruleset.digest)
    text = [("digest", digest)] if digest else []
    query = urlencode([*(("option", option) for option in options), *text])
    return {
        "design": rules.design,
        "clauseOf": rules.clause_of,
        "options": options,
        "clauses": {clause.name: clause_data(clause) for clause in ruleset.clauses.all()},
        "pieces": looks,
        "rooms": rooms(rules),
        "sides": sides(rules, looks),
        "family": rules.family.as_json() if rules.family is not None else None,
        "sprite": static("pieces.svg"),
        **sheet_data(rules, looks),
        "module": f"{reverse('api:ruleset-module', args=[ruleset.slug])}?{query}".rstrip("?"),
        "manifest": f"{reverse('api:ruleset-manifest', args=[ruleset.slug])}?{query}".rstrip("?"),
        "words": phrases(),
    }


def sheet_data(rules: Rules, looks: Looks) -> dict[str, Any]:
    """How a page draws the pieces of rules of the second design; nothing for the first."""
    if not isinstance(rules, SecondRules):
        return {}
    words = sides(rules, looks)
    sheet = sheet_of(rules.engine_manifest, looks, words, static("pieces.svg"), face_down())
    return {"sheet": sheet.as_json()}


def cited_clauses(ruleset: Ruleset) -> QuerySet[Clause]:
    """The clauses of a ruleset with what they rest on, in a fixed number of queries."""
    return ruleset.clauses.prefetch_related("citations__source", "citations__evidence")


def reached(chosen: Chosen, rules: Rules) -> Position:
    """The position at the ply chosen; the opening where these rules do not have that position."""
    if chosen.match is None:
        return rules.start()
    try:
        return replay(begun_from(rules, chosen.match.setup), chosen.match.moves[: chosen.ply])
    except RulesError:
        return rules.start()


def board(ruleset: Ruleset, chosen: Chosen, rules: Rules, position: Position) -> SafeString:
    """The board at the ply chosen."""
    title = _("Board after %(ply)d moves") % {"ply": chosen.ply}
    looks = looks_of(ruleset, chosen.digest)
    return drawn(rules, position, title, looks, sides(rules, looks), static("pieces.svg"))


def notices(ruleset: Ruleset, position: Position, names: Mapping[str, str]) -> list[str]:
    """Who was told what by the last move, and what the rules are counting; as words.js says it."""
    titles = {clause.name: clause.title for clause in ruleset.clauses.all()}
    notes = [each for each in position.effects if each.kind == "note" and each.clause in titles]
    told = [_told(titles[each.clause], names.get(str(each.value))) for each in notes]
    if position.scores:
        told.append(_scores(position, names))
    said, counts = counted(), position.counts.items()
    return told + [said[name].format(value=value) for name, value in counts if name in said]


def _scores(position: Position, names: Mapping[str, str]) -> str:
    each = (f"{names[str(n)]} {_signed(score)}" for n, score in enumerate(position.scores, start=1))
    return phrases()["scores"].format(scores=", ".join(each))


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def _told(title: str, side: str | None) -> str:
    words = phrases()
    return (words["told"] if side else words["toldAll"]).format(side=side, clause=title)


def option_fields(rules: Rules) -> list[dict[str, Any]]:
    """The options of the rules as form fields, with what is in force chosen."""
    return [
        {
            "name": option["name"],
            "choices": [_item(option, item, rules) for item in option["items"]],
        }
        for option in offered(rules.options)
    ]


def _item(option: dict[str, Any], item: dict[str, Any], rules: Rules) -> dict[str, Any]:
    value = f"{option['name']}/{item['label']}"
    return {**item, "value": value, "chosen": value in rules.chosen}


def sides(rules: Rules, looks: Looks) -> dict[str, str]:
    """What the players are called, by number; `looks` are those of the pieces."""
    return called(usual_sides(rules.players), rules, looks)


def sides_of_game(game: Match | SavedGame | SharedGame) -> dict[str, str]:
    """What the players of a game are called; the usual names where its rules cannot be run."""
    looks = looks_of(game.ruleset, game.digest)
    usual = usual_sides(len(game.keys) if isinstance(game, SharedGame) else 2)
    try:
        return sides(rules_of_game(game), looks) if named_by(looks) else usual
    except RulesError:
        return usual


def result_of(match: Match) -> str:
    """How a recorded game ended, with the winner's name; "" where its moves are not legal."""
    if match.result not in usual_sides() or not named_by(match.ruleset.pieces):
        return match.get_result_display()
    return phrases()["wins"].format(side=sides_of_game(match)[match.result])


def usual_sides(players: int = 2) -> dict[str, str]:
    """What players are called where nothing else is said, by number."""
    if players == 1:
        return {"1": _("The player"), "2": _("Black")}
    if players <= len(BY_COLOUR):
        return {"1": _("White"), "2": _("Black")}
    return {str(n): _("Player %(n)d") % {"n": n} for n in range(1, players + 1)}


def face_down() -> str:
    """The label of a piece whose kind is hidden."""
    return _("face down")


def _match_data(match: Match, present: str) -> dict[str, Any]:
    return {
        "digest": match.digest,
        "former": match.digest != present,
        "slug": match.slug,
        "title": match.title,
        "note": match.note,
        "options": match.options,
        "setup": match.setup,
        "moves": match.moves,
        "moments": [
            {
                "ply": moment.ply,
                "clause": moment.clause.name,
                "role": moment.role,
                "cost": moment.cost,
            }
            for moment in match.moments.all()
        ],
    }


def clause_data(clause: Any) -> dict[str, Any]:
    """What is said of a clause beside its text: how it is known, and what it rests on."""
    return {
        "title": clause.title,
        "statusWord": clause.status_words,
        "reason": clause.reason,
        "citations": [
            {
                "text": citation.source.title or citation.source.citation,
                "locator": locator_words(citation.locator),
                "href": (citation.evidence or citation.source).get_absolute_url(),
                "confidence": citation.evidence.confidence if citation.evidence else None,
                "relation": _relation(citation),
            }
            for citation in clause.citations.all()
        ],
    }


def _relation(citation: Any) -> str:
    """How the source bears on the clause, where it does not simply describe it."""
    return "" if citation.relation == "describes" else citation.get_relation_display()


def counted() -> dict[str, str]:
    """The variables that pages show, each in words; others only serve the rules that set them."""
    return {
        "Quiet": _("Moves in a row without a capture or a pawn’s move: {value}"),
        "Count": _("Moves counted towards a draw: {value}"),
        "BoardCount": _("Moves counted towards a draw by the board’s honour: {value}"),
        "Limit": _("The count ends in a draw at: {value}"),
    }


def phrases() -> dict[str, str]:
    """The phrases that the board speaks in; names in braces are filled in by the page."""
    return {
        "start": _("The opening position. {side} moves first."),
        "setUp": _("The position that was set up. {side} moves first."),
        "setup": _("The opening position, as “{clause}” sets it up"),
        "played": _("{side}, move {number}: {move}."),
        "allowed": _("{side}, move {number}: {move} is allowed by “{clause}”"),
        "effect": _("{side}, move {number}: with {move}, “{clause}” takes effect"),
        "ended": _("{side}, move {number}: after {move}, “{clause}” ends the game: {outcome}"),
        "forbade": _("{side}, move {number}: “{clause}” forbids {move}"),
        "among": _("{count} moves, among them {moves}"),
        "status": _("({status})"),
        "ownerless": _("Pieces of neither side"),
        "over": _("The game is over: {outcome}."),
        "told": _("{side} is notified: {clause}"),
        "toldAll": _("Both sides are notified: {clause}"),
        **{f"counted{name}": said for name, said in counted().items()},
        "throwDice": _("Throw the dice for {side}"),
        "threw": _("{side} throws {values}; the chance of that is {chance}."),
        "drew": _("The number drawn is {values}; the chance of that is {chance}."),
        "threwAnyOrder": _("{side} throws {values}; the chance of these in any order is {chance}."),
        "threwUp": _("{side} throws {values}; the chance of {count} of {dice} up is {chance}."),
        "scores": _("Score: {scores}"),
        "space": _("Space {number}"),
        "offBoard": _("Men off the board: {men}"),
        "menOf": _("{count} of {side}’s"),
        "territory": _("Territory: {counts}"),
        "inHand": _("In hand: {men}"),
        "ranked": _("places: {places}"),
        "language": get_language() or "en",
        "wins": _("{side} wins"),
        "draw": _("a draw"),
        "board": _("Board after {ply} moves; {side} to move"),
        "beginning": _("Start"),
        "choose": _("Choose one:"),
        "looking": _("Looking for “{clause}” among random games …"),
        "unseen": _(
            "None of {games} random games shows “{clause}”. Play on from here to reach it "
            "yourself, or ask for another once more."
        ),
        "denied": _("“{clause}” says what there is not: no position shows it"),
        "foundHere": _("Found just now among random games"),
        "confidence": _("confidence in the record: {value} of 100"),
        "scale": reverse("about") + "#confidence",
        "broken": _("Move {ply}, {move}, of the recorded game is not legal under these rules."),
        "failed": _("The rules could not be loaded into this page: {reason}"),
        "stopped": _("The board of this page does not work. Reload the page to try again."),
    }
