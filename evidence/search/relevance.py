"""How well records fit the words of a search, and the words in which they do."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from evidence.models import Evidence, Quotation
from evidence.words import forms, wanted, words
from games.models import GameAlias

MOST_RANKED = 5_000  # records; of more the newest stand first, as nobody reads so many
CHUNK = 500
IN_TITLE, IN_GAME, IN_PLACE, IN_TEXT = 8, 6, 3, 1
MOST_TIMES = 4  # of a word in a text that count
BEFORE, AFTER = 8, 22  # words of a snippet around the first that was found
TOKEN = re.compile(r"\S+")


class Asked:
    """The words of a search, each with the forms that it is found by."""

    def __init__(self, text: str) -> None:
        self.beginnings = tuple(word[:-1] for word in wanted(text) if word.endswith("*"))
        plain = [word for word in wanted(text) if not word.endswith("*")]
        self.forms = [frozenset(forms(word)) for word in plain]

    def times(self, text: str) -> int:
        """How often a text has any of them."""
        return sum(map(self._is, words(text)))

    def found_in(self, text: str) -> bool:
        """Whether a text has all of them."""
        known = set(words(text))
        return all(each & known for each in self.forms) and all(
            any(word.startswith(start) for word in known) for start in self.beginnings
        )

    def distance(self, thing: object) -> tuple[int, str]:
        """For sorting: how many words of its name are not asked for, and the name."""
        name = words(str(thing))
        return sum(not self._is(word) for word in name), " ".join(name)

    def hits(self, token: str) -> bool:
        """Whether what stands between two blanks is one of them."""
        return any(map(self._is, words(token)))

    def _is(self, word: str) -> bool:
        return any(word in each for each in self.forms) or word.startswith(self.beginnings or "\0")


def ranks(text: str, pks: Sequence[int]) -> dict[int, int]:
    """How well each record fits, by its id: its title first, then its game, places and texts."""
    asked = Asked(text)
    found: dict[int, int] = {}
    for start in range(0, len(pks), CHUNK):
        found |= _scores(asked, pks[start : start + CHUNK])
    return found


def _scores(asked: Asked, pks: Sequence[int]) -> dict[int, int]:
    rows = Evidence.objects.filter(pk__in=pks)
    texts = list(rows.values_list("pk", "title", "game_id", "game__name", "rules", "content"))
    games = _games(asked, {game: name for _pk, _title, game, name, *_rest in texts})
    scores = {
        pk: IN_TITLE * min(asked.times(title), MOST_TIMES)
        + IN_GAME * games[game]
        + IN_TEXT * min(asked.times(f"{rules} {content}"), MOST_TIMES)
        for pk, title, game, _name, rules, content in texts
    }
    for pk, name in rows.filter(places__isnull=False).values_list("pk", "places__name"):
        scores[pk] += IN_PLACE * bool(asked.times(name or ""))
    return scores


def _games(asked: Asked, names: dict[int, str]) -> dict[int, int]:
    """Whether a game has one of the words in any of its names."""
    found = {game: min(asked.times(name), 1) for game, name in names.items()}
    for game, alias in GameAlias.objects.filter(game__in=names).values_list("game_id", "name"):
        found[game] = max(found[game], min(asked.times(alias), 1))
    return found


def snippets(text: str, records: Iterable[Evidence]) -> dict[int, SafeString]:
    """For each record the words around the first that was found, if any text of it has one."""
    asked, found = Asked(text), {}
    rest: list[Evidence] = []
    for record in records:
        told = next(filter(None, (_snippet(asked, each) for each in _texts(record))), None)
        if told:
            found[record.pk] = told
        else:
            rest.append(record)
    return found | _quoted(asked, [record.pk for record in rest])


def _texts(record: Evidence) -> tuple[str, str]:
    return record.rules, record.content


def _quoted(asked: Asked, pks: Collection[int]) -> dict[int, SafeString]:
    found: dict[int, SafeString] = {}
    for pk, text in Quotation.objects.filter(evidence__in=pks).values_list("evidence_id", "text"):
        told = _snippet(asked, text)
        if told:
            found.setdefault(pk, told)
    return found


def _snippet(asked: Asked, text: str) -> SafeString | None:
    tokens = TOKEN.findall(text)
    at = next((n for n, token in enumerate(tokens) if asked.hits(token)), None)
    if at is None:
        return None
    first, last = max(0, at - BEFORE), min(len(tokens), at + AFTER)
    shown = format_html_join(" ", "{}", ((_marked(asked, token),) for token in tokens[first:last]))
    return format_html("{}{}{}", "… " if first else "", shown, " …" if last < len(tokens) else "")


def _marked(asked: Asked, token: str) -> str | SafeString:
    return format_html("<mark>{}</mark>", token) if asked.hits(token) else token
