"""Every clause of the first rulesets is chosen in Chromium: its moment is lit, and explained.

Those of the families, in folders of their own, are asked for without a browser in
tests/games/test_family_rulesets.py.
"""

from __future__ import annotations

import pytest
from django.conf import settings
from django.core.management import call_command
from playwright.sync_api import Page

from games.locators import locator_words
from games.ludemes.denials import never_shown
from games.models import Clause, Ruleset
from games.rules_cache import rules_for
from tests.demo import store_demo
from tests.waiting import PATIENCE

pytestmark = pytest.mark.browser

FIRST = sorted(path.stem for path in (settings.BASE_DIR / "fixtures" / "rulesets").glob("*.lud"))

# Clicks each clause in turn, waits until it is chosen (rules of other options have to be fetched)
# and returns the text beside the board and the number of lit squares.
CHOOSE_EACH = """async (names) => {
  const chosen = () => document.querySelector(".clause.chosen")?.dataset.clause;
  const seen = [];
  for (const name of names) {
    document.querySelector(`[data-clause="${name}"] a.clause-title`).click();
    for (let waits = 0; chosen() !== name && waits < 300; waits += 1) {
      await new Promise((resolve) => { setTimeout(resolve, 100); });
    }
    seen.push(told(chosen()));
  }
  return seen;

  function told(clause) {
    const count = (what) => document.querySelectorAll(`.marks ${what}`).length;
    const live = document.getElementById("live");
    return {
      said: live.textContent,
      hrefs: [...live.querySelectorAll("a")].map((a) => a.getAttribute("href"))
        .filter((href) => !href.endsWith("#confidence")),
      forbidden: count(".light-forbidden"), to: count(".light-to"), lights: count(".light"),
      chosen: clause,
      ply: document.getElementById("ply").textContent,
    };
  }
}"""


def told_by(clause: Clause) -> list[str]:
    """What an explanation has to name: each source, with its locator if known, or the reason."""
    cited = [
        ", ".join(
            filter(None, [each.source.title or each.source.citation, locator_words(each.locator)])
        )
        for each in clause.citations.all()
    ]
    return cited or [clause.reason]


def test_every_clause_of_every_ruleset_can_be_seen_to_decide(site: Page) -> None:
    store_demo()
    call_command("find_moments", *FIRST, shipped=True, verbosity=0)
    base = site.url.rstrip("/")
    rulesets = Ruleset.objects.filter(slug__in=FIRST).prefetch_related("clauses__citations__source")
    assert rulesets.count() == 9
    for ruleset in rulesets:
        clauses = list(ruleset.clauses.all())
        site.goto(f"{base}{ruleset.get_absolute_url()}")
        site.locator(".player[data-complete]").wait_for(timeout=2 * PATIENCE)
        seen = site.evaluate(CHOOSE_EACH, [clause.name for clause in clauses])
        for clause, moment in zip(clauses, seen, strict=True):
            where = f"{ruleset.slug}, {clause.name}: {moment}"
            said = moment["said"]
            assert f"“{clause.title}”" in said, where
            assert f"({clause.get_status_display()})" in said, where
            assert all(told in said for told in told_by(clause)), where
            assert len(moment["hrefs"]) == clause.citations.count(), where
            assert moment["chosen"] == clause.name, where
            assert ("forbids" in said) == (moment["forbidden"] > 0 and moment["to"] == 0), where
            denied = clause.name in never_shown(rules_for(ruleset).expansion)
            assert ("says what there is not" in said) == denied, where
            assert (moment["lights"] > 0) == (not denied), where
