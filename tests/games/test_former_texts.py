"""A game stays playable by the text that it was played by, whatever becomes of its ruleset."""

from __future__ import annotations

import pytest

from games.models import Ruleset, RulesetText
from games.play import RulesError
from games.rules_cache import rules_for, rules_of
from tests.pages.conftest import stored

pytestmark = pytest.mark.django_db


def changed(slug: str = "shodra") -> tuple[Ruleset, str]:
    """A ruleset whose text has changed since, and the digest that it had."""
    ruleset = stored(slug)
    before = ruleset.digest
    ruleset.text += "\n// a remark\n"
    ruleset.save()
    return ruleset, before


def test_a_text_that_is_replaced_is_kept_with_its_clauses() -> None:
    ruleset, before = changed()
    kept = RulesetText.objects.get()
    assert (kept.digest, kept.ruleset) == (before, ruleset)
    assert kept.clauses == [clause.name for clause in ruleset.clauses.all()]
    assert kept.pieces == ruleset.pieces


def test_saving_what_has_not_changed_keeps_nothing() -> None:
    ruleset = stored("shodra")
    ruleset.summary = "Chess of the Soyot."
    ruleset.save()
    assert not RulesetText.objects.exists()


def test_a_text_that_comes_and_goes_is_kept_once() -> None:
    ruleset, _ = changed()
    for text in ("(game)", ruleset.text, "(game)"):
        ruleset.text = text
        ruleset.save()
    assert RulesetText.objects.count() == 3


def test_rules_are_found_by_the_digest_of_either_text() -> None:
    ruleset, before = changed()
    ruleset.text = ruleset.text.replace("Noyion", "Prince")
    ruleset.save()
    former, now = rules_of(ruleset, before), rules_of(ruleset, ruleset.digest)
    assert "Noyion" in str(former.start())
    assert now is rules_for(ruleset)
    assert "Noyion" not in str(now.start())


def test_a_digest_of_no_text_is_refused_with_the_one_that_there_is() -> None:
    ruleset = stored("shodra")
    with pytest.raises(RulesError, match=f"digest 000000000000… is kept.*{ruleset.digest[:12]}"):
        rules_of(ruleset, "0" * 64)
