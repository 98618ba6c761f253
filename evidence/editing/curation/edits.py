"""What others than its author changed in a work before it was published, for the history.

A version names who wrote it and who published it. What a reviewer, or another curator, changed on
the way is told by the events of a proposal and by the saves of rules. Readers see by whom, when
and which fields; the words that were replaced were never published.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from evidence.editing.curation.models import Deed, ProposalEvent, State
from evidence.editing.curation.ruleset_models import RulesetDraft, RulesetSave, RulesetVersion
from evidence.editing.curation.rulesets.telling import what_differs
from evidence.editing.curation.telling import differing
from evidence.models import RecordVersion

WRITTEN = (Deed.EDITED, Deed.MERGED)


class Edit(NamedTuple):
    """What one person changed: since when, and the names of the fields, where they are known."""

    by: Any
    at: datetime
    fields: Sequence[str] = ()


def edits_of_record(
    identifier: str, versions: Iterable[RecordVersion]
) -> Mapping[int, Sequence[Edit]]:
    """The edits on the way to each version, by its number."""
    reviewed = [each for each in versions if each.revision.reviewed_by_id]
    if not reviewed:
        return {}
    events = ProposalEvent.objects.filter(
        proposal__identifier=identifier, proposal__state=State.ACCEPTED,
        deed__in=(*WRITTEN, Deed.ACCEPTED),
    ).select_related("by", "proposal").order_by("pk")  # fmt: skip
    works: dict[int, list[ProposalEvent]] = defaultdict(list)
    for event in events:
        works[event.proposal_id].append(event)
    found = {}
    for version in reviewed:
        ends = (work[-1] for work in works.values() if _made(work[-1], version))
        if accepted := min(ends, key=lambda each: each.at, default=None):
            found[version.number] = list(_edits(works.pop(accepted.proposal_id)))
    return found


def _made(accepted: ProposalEvent, version: RecordVersion) -> bool:
    """Whether a version can be what was accepted: by the same two, and not after it."""
    act = version.revision
    persons = (accepted.proposal.author_id, accepted.by_id)
    return (
        accepted.deed == Deed.ACCEPTED
        and persons == (act.by_id, act.reviewed_by_id)
        and act.at <= accepted.at
    )


def _edits(work: Sequence[ProposalEvent]) -> Iterator[Edit]:
    """What others changed; each event has the content that it wrote over, the last one all."""
    for event, following in pairwise(work):
        if event.by_id == event.proposal.author_id:
            continue
        if event.deed == Deed.MERGED or event.content is None or following.content is None:
            yield Edit(event.by, event.at)
        elif fields := differing(event.content, following.content):
            yield Edit(event.by, event.at, fields)


def edits_of_ruleset(versions: Iterable[RulesetVersion]) -> Mapping[int, Sequence[Edit]]:
    """Who wrote what on the way to each version of a ruleset, where several did."""
    published = [each for each in versions if each.published_by_id and each.at]
    if not published:
        return {}
    closed = RulesetDraft.objects.filter(
        ruleset=published[0].ruleset, state=RulesetDraft.State.PUBLISHED, closed_at__isnull=False
    )
    drafts = list(closed.order_by("closed_at").prefetch_related("saves__by"))
    found = {}
    for version in published:
        if draft := next((draft for draft in drafts if _became(draft, version)), None):
            drafts.remove(draft)
            found[version.number] = list(_writers(draft.saves.all()))
    return found


def _became(draft: RulesetDraft, version: RulesetVersion) -> bool:
    """Whether a draft can be what was published: by the same two, and not before the version."""
    if draft.closed_at is None or version.at is None or draft.closed_at < version.at:
        return False
    return (draft.saved_by_id, draft.closed_by_id) == (version.by_id, version.published_by_id)


def _writers(saves: Iterable[RulesetSave]) -> Iterator[Edit]:
    """All who wrote, where several did; what the first of them found is not compared."""
    oldest_first = sorted(saves, key=lambda each: each.number)
    turns = [list(rows) for _by, rows in groupby(oldest_first, key=lambda each: each.by_id)]
    if len(turns) > 1:
        yield Edit(turns[0][0].by, turns[0][0].at)
    for before, turn in pairwise(turns):
        if fields := what_differs(before[-1], turn[-1]):
            yield Edit(turn[0].by, turn[0].at, fields)
