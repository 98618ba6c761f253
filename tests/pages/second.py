"""Rulesets of our own that the engine's second design plays, stored as a curator would."""

from __future__ import annotations

from random import Random

from games.ludemes.expansion import expand
from games.models import Clause, Game, Ruleset
from games.play.second import SecondPosition
from games.rules_cache import rules_for
from games.stored_concepts import store_concepts
from tests.engine.site_texts import ALL


def stored_second(slug: str) -> Ruleset:
    """A ruleset with a clause for each definition of its text."""
    text = ALL[slug]
    name = slug.replace("-", " ").capitalize()
    game, _ = Game.objects.get_or_create(name=name, defaults={"slug": slug})
    ruleset = Ruleset.objects.create(
        slug=slug, game=game, name=name, kind="reconstructed", text=text
    )
    for place, clause in enumerate(expand(text).definitions):
        told = {"title": f"{clause} of {slug}", "text": f"About {clause}.", "status": "inferred"}
        Clause.objects.create(ruleset=ruleset, position=place, name=clause, **told)
    store_concepts(ruleset)
    return ruleset


def random_game(ruleset: Ruleset, seed: int, most: int = 60) -> list[str]:
    """The plies of a random game, with their throws."""
    position, chance, plies = rules_for(ruleset).start(), Random(seed), list[str]()
    while position.outcome is None and len(plies) < most:
        assert isinstance(position, SecondPosition)
        if position.needs_throw:
            dice = position.rules.manifest.dice
            position = position.with_throw(tuple(chance.randrange(len(d.faces)) for d in dice))
        plies.append(chance.choice(list(position.legal_moves)).label)
        position = position.play(plies[-1])
    return plies
