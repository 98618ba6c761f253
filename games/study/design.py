"""What is studied: a text with options, perhaps without a clause, and a first seed."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from games.ludemes import Expansion, LudemeError, RulesError, expand, left_out
from games.play import FirstRules, Rules
from games.play.machine import within_the_stack
from games.play.rules import rare_sweeps
from games.play.second import second_of

# Raised when what is counted, or how games are played for it, is no longer the same.
VERSION = 1


class DesignError(RulesError):
    """A study that cannot be made: a clause that is not there, or that nothing can be left of."""


@dataclass(frozen=True)
class Design:
    """Rules as text, the chosen "Option/Item"s, the clause left out ("" for none), and a seed.

    `clauses` are the definitions that count as clauses; without any, all of the text's own.
    Game i has seed `seed + i`, whoever plays it.
    """

    text: str
    options: tuple[str, ...] = ()
    without: str = ""
    seed: int = 1
    clauses: tuple[str, ...] = ()

    def rules(self) -> Rules:
        """The compiled rules, without limits.

        Raises RulesError for text and options, DesignError for a clause that cannot be left out.
        """
        with within_the_stack(), rare_sweeps():
            expansion = expand(self.text, self.options)
            names = self.clauses or tuple(expansion.definitions)
            if not self.without:
                return _compiled(expansion, names)
            if self.without not in names:
                known = ", ".join(names)
                raise DesignError(f"there is no clause {self.without!r}; there are {known}")
            game, places = left_out(expansion.game, self.without)
            if not places:
                raise DesignError(
                    f"{self.without} has no part in the rules with these options: "
                    "leaving it out changes nothing"
                )
            try:
                return _compiled(replace(expansion, game=game), names)
            except LudemeError as error:
                raise DesignError(
                    f"the rules do not hold together without {self.without}: {error}"
                ) from error

    @property
    def digest(self) -> str:
        """SHA-256 of the text, in hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def _compiled(expansion: Expansion, names: tuple[str, ...]) -> Rules:
    """The rules on the first design, or on the second where the first refuses them."""
    try:
        return FirstRules(expansion, names, None)
    except LudemeError:
        return second_of(expansion, names, None)
