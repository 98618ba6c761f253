"""What stands in the way of publishing what is said of a ruleset, and how each of it is mended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evidence.claims.contents import status_said
from evidence.editing.curation.ruleset_models import RulesetDraft
from evidence.editing.curation.rulesets.contents import (
    Cited,
    Content,
    draft_content,
    names_in,
    taken_out,
)
from evidence.vocabulary import Relation
from games.holding import Hold, holds
from games.models import Clause, Moment, Ruleset


@dataclass(frozen=True)
class Leaving:
    """A published clause that a draft takes out: what holds it, and the moments that show it."""

    clause: Content
    holds: list[Hold]
    moments: int
    games: int
    let_go: bool


def leaving(draft: RulesetDraft) -> list[Leaving]:
    """The clauses that a draft takes out, in order."""
    gone = taken_out(draft.ruleset, draft.content)
    return [_leaving(draft.ruleset, row, draft.content or {}) for row in gone]


def _leaving(ruleset: Ruleset | None, row: Content, content: Content) -> Leaving:
    assert ruleset is not None  # else nothing is taken out
    name = row["name"]
    moments = Moment.objects.filter(clause__ruleset=ruleset, clause__name=name)
    shown = moments.aggregate(moments=Count("pk"), games=Count("match", distinct=True))
    return Leaving(row, holds(ruleset, name), let_go=name in content.get("let_go", ()), **shown)


def faults_in(draft: RulesetDraft) -> Iterator[str]:
    """What is missing or wrong in the clauses of a draft, and what holds those that go."""
    if draft.content is None:
        return
    content = draft_content(draft)
    for name, number in Counter(names_in(content)).items():
        if number > 1:
            said = _("there are %(n)d clauses called “%(name)s”: a name stands for one")
            yield said % {"n": number, "name": name}
    cited = Cited(content)
    for row in content["clauses"]:
        for said in _wrong(row, cited):
            yield _("the clause “%(name)s”: %(said)s") % {
                "name": row["name"] or row["title"],
                "said": said,
            }
    for each in leaving(draft):
        yield from _held(each)


def _wrong(row: Content, cited: Cited) -> Iterator[str]:
    if not row["name"]:
        yield _("it has no name: give it that of its definition in the text")
    if not row["title"]:
        yield _("it has no title")
    if not row["text"]:
        yield _("it has no sentence: say what the rule is")
    if row["status"] not in Clause.Status.values:
        yield _("say whether it is attested, inferred, disputed or borrowed")
    elif row["status"] != Clause.Status.ATTESTED and not row["reason"]:
        yield _("say why it is %(status)s") % {"status": Clause.Status(row["status"]).label}
    if row.get("parts") and status_said(row["parts"]) != row["status"]:
        follows = Clause.Status(status_said(row["parts"])).label
        yield _("its status follows from the claims of its parts: %(status)s") % {"status": follows}
    for number, citation in enumerate(row["citations"], start=1):
        for said in _wrong_citation(citation, cited):
            yield _("citation %(n)d: %(said)s") % {"n": number, "said": said}


def _wrong_citation(row: Content, cited: Cited) -> Iterator[str]:
    if row["source"] not in cited.sources:
        yield _("no source that is stored is “%(said)s”") % {"said": row["source"][:80]}
    if row["evidence"] and row["evidence"] not in cited.records:
        yield _("no record is called “%(said)s”") % {"said": row["evidence"][:80]}
    if row["relation"] not in Relation.values:
        yield _("say how the source bears on the clause")


def _held(gone: Leaving) -> Iterator[str]:
    told = {"name": gone.clause["title"]}
    for hold in gone.holds:
        told |= {"hold": hold.said, "how": hold.how}
        said = _("“%(name)s” cannot be taken out: it is held by %(hold)s")
        yield (said + ": %(how)s" if hold.how else said) % told
    if gone.moments and not gone.let_go:
        said = ngettext(
            "“%(name)s” is shown by %(n)d moment of recorded games: say in the editor that it goes "
            "with the clause",
            "“%(name)s” is shown by %(n)d moments of recorded games: say in the editor that they "
            "go with the clause",
            gone.moments,
        )
        yield said % (told | {"n": gone.moments})
