"""The clauses of two rulesets side by side: which is which, and whether they say the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.ludemes import write
from games.play import Rules


@dataclass(frozen=True)
class Article:
    """A clause as it stands in one ruleset.

    `text` says it in words, `ludemes` is its definition; either may be "". `status` is how surely
    it is known, "" where nobody says, and `known` the same in words for readers. `concepts` are
    the kinds of rules that it is of, where known.
    """

    name: str
    title: str = ""
    text: str = ""
    ludemes: str = ""
    status: str = ""
    concepts: tuple[str, ...] = ()
    known: str = ""

    def __str__(self) -> str:
        return self.title or self.name


@dataclass(frozen=True)
class Pairing:
    """Clauses that answer each other; one of the two is None where the other stands alone."""

    a: Article | None
    b: Article | None

    @property
    def relation(self) -> str:
        """One of "same", "words", "ludemes", "both", "only-a", "only-b".

        The middle three say what differs: the words alone, the definition alone, or both. Where
        only one of the two has words, the definitions alone are compared.
        """
        if self.a is None or self.b is None:
            return "only-b" if self.a is None else "only-a"
        told = self.a.text and self.b.text
        words, ludemes = told and self.a.text != self.b.text, self.a.ludemes != self.b.ludemes
        if words and ludemes:
            return "both"
        return "words" if words else "ludemes" if ludemes else "same"

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of rules for which alone the two were paired; none if anything else did."""
        if self.a is None or self.b is None or self.a.name == self.b.name:
            return ()
        if self.a.ludemes and self.a.ludemes == self.b.ludemes:
            return ()
        return () if self.a.title and self.a.title == self.b.title else self.a.concepts


def aligned(a: Sequence[Article], b: Sequence[Article]) -> list[Pairing]:
    """The clauses in the order of `a`, those that only `b` has after the one that they follow.

    Clauses of the same name belong together, then those of the same title, then those of the same
    ludemes, then the first two of the very same kinds of rules.
    """
    partners = _partners(a, b)
    taken = {id(each) for each in partners.values()}
    alone = _alone(b, taken)
    rows = [Pairing(None, each) for each in alone.get("", [])]
    for each in a:
        partner = partners.get(each.name)
        rows.append(Pairing(each, partner))
        if partner is not None:
            rows += [Pairing(None, other) for other in alone.get(partner.name, [])]
    return rows


def _partners(a: Sequence[Article], b: Sequence[Article]) -> dict[str, Article]:
    """The clause of `b` for the name of each of `a` that has one."""
    found: dict[str, Article] = {}
    for key in (_name, _title, _ludemes_of, _kinds):
        taken = {each.name for each in found.values()}
        left = {key(each): each for each in reversed(b) if key(each) and each.name not in taken}
        for each in a:
            if each.name not in found and key(each) in left:
                found[each.name] = left.pop(key(each))
    return found


def _name(article: Article) -> str:
    return article.name


def _title(article: Article) -> str:
    return article.title


def _ludemes_of(article: Article) -> str:
    return article.ludemes


def _kinds(article: Article) -> str:
    return ", ".join(article.concepts)


def _alone(b: Sequence[Article], taken: set[int]) -> dict[str, list[Article]]:
    """The clauses without a partner, by the name of the clause before them that has one."""
    found: dict[str, list[Article]] = {}
    before = ""
    for each in b:
        if id(each) in taken:
            before = each.name
        else:
            found.setdefault(before, []).append(each)
    return found


def articles_of(rules: Rules, told: Sequence[Article] = ()) -> list[Article]:
    """The clauses that somebody tells of with their definitions; all definitions if nobody does."""
    definitions = rules.expansion.definitions
    if not told:
        return [Article(name, ludemes=_ludemes(rules, name)) for name in definitions]
    return [replace(each, ludemes=_ludemes(rules, each.name)) for each in told]


def _ludemes(rules: Rules, name: str) -> str:
    """A definition as the printer writes it, so that its layout does not matter."""
    definition = rules.expansion.definitions.get(name)
    return write(list(definition.body)) if definition is not None else ""
