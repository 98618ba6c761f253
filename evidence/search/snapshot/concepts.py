"""Which concepts of rules a record attests, and which it has by a disputed or our own reading.

A record attests a concept where the rules that it describes have it by a clause that is attested,
or where a phrase or citation of its own bears out a clause that has it, however sure that clause
is. It is disputed where no clause is surer than disputed, also if the record's own words attest
that one; it is inferred where the rules that the record describes have it by inferred or borrowed
clauses alone, or by none. What somebody proposes is inferred: a reconstruction attests nothing of
what was played, though other records may bear out a clause of it. The record that it is made from
attests what that record says by an attested clause; a scholar's own words attest nothing.
A clause that a record contradicts or only mentions does not count for it.
"""

from __future__ import annotations

import numpy

from evidence.search.snapshot.found import Mask, Numbers
from evidence.search.snapshot.splice import ranges
from evidence.search.snapshot.tables import PROPOSED, STANDINGS, Table, Tables

ID = 28  # bits of one
# What a record has by one clause, the surest first; what is doubted its own words bear out.
ATTESTED, DOUBTED, DISPUTED, INFERRED = range(4)
BITS = 2  # of these


def concepts_of_records(tables: Tables) -> dict[str, Table]:
    """Id of a record and a concept that it attests, or that is disputed, or inferred, of it."""
    said = numpy.concatenate([tables.phrases, tables.cited])
    heard, borne = _pairs(said[:, 0], said[:, 2]), said[:, 3] == 1
    unsaid = numpy.setdiff1d(heard[~borne], heard[borne])
    some = numpy.isin(tables.described[:, 0], unsaid >> ID)
    by_rules, by_words, by_own_proposal = (
        (ATTESTED, DISPUTED, INFERRED, INFERRED, INFERRED, INFERRED),
        (ATTESTED, DOUBTED, ATTESTED, ATTESTED, ATTESTED, DOUBTED),
        (ATTESTED, DOUBTED, ATTESTED, INFERRED, ATTESTED, INFERRED),
    )
    proposes = borne & _of_proposals(said, tables)
    told = [
        *zip(by_rules, _usual(tables.described[~some], tables.concepts), strict=True),
        *zip(by_rules, _but(unsaid, tables.described[some], tables.concepts), strict=True),
        *zip(by_words, _own(said[borne & ~proposes], tables.concepts), strict=True),
        *zip(by_own_proposal, _own(said[proposes], tables.concepts), strict=True),
    ]
    codes = numpy.concatenate([pairs << BITS | how for how, pairs in told])
    codes.sort()
    codes = codes[numpy.diff(codes >> BITS, prepend=-1) > 0]
    pairs, how = codes >> BITS, codes & (1 << BITS) - 1
    found = {
        "concepts": how <= DOUBTED,
        "disputed": (how == DOUBTED) | (how == DISPUTED),
        "inferred": how == INFERRED,
    }
    return {name: _apart(pairs[chosen]) for name, chosen in found.items()}


def _of_proposals(said: Table, tables: Tables) -> Mask:
    """Which rows are said by the record of a proposal of its own rules."""
    rulesets = tables.concepts[tables.concepts[:, 3] >= PROPOSED, 0]
    proposed = tables.described[numpy.isin(tables.described[:, 1], rulesets)]
    return numpy.isin(_pairs(said[:, 0], said[:, 1]), _pairs(proposed[:, 0], proposed[:, 1]))


def _own(borne: Table, concepts: Table) -> list[Numbers]:
    """What records have by words of their own, by the standing of the clause."""
    return [_joined(borne[:, [0, 2]], rows[:, [2, 1]]) for rows in _by_standing(concepts)]


def _usual(described: Table, concepts: Table) -> list[Numbers]:
    """What records have that say nothing against a clause: as the rules that they describe."""
    ordered = concepts[numpy.lexsort((concepts[:, 3], concepts[:, 1], concepts[:, 0]))]
    surest = numpy.ones(len(ordered), dtype=bool)
    surest[1:] = (numpy.diff(ordered[:, :2], axis=0) != 0).any(axis=1)
    return [_joined(described, rows[:, :2]) for rows in _by_standing(ordered[surest])]


def _but(unsaid: Numbers, described: Table, concepts: Table) -> list[Numbers]:
    """What records have that say something against a clause: by the other clauses."""
    found = []
    for rows in _by_standing(concepts):
        places = numpy.column_stack([rows[:, 0], numpy.arange(len(rows))])
        pairs = _joined(described, places)
        records, places = _apart(pairs).T
        by = rows[places]
        kept = ~numpy.isin(_pairs(records, by[:, 2]), unsaid)
        found.append(_pairs(records[kept], by[kept, 1]))
    return found


def _by_standing(concepts: Table) -> list[Table]:
    """Rows of concepts by each standing."""
    return [concepts[concepts[:, 3] == standing] for standing in range(STANDINGS)]


def _joined(left: Table, right: Table) -> Numbers:
    """Pairs of what stands beside the same on the left, (left, same), and right, (same, right)."""
    right = right[numpy.argsort(right[:, 0], kind="stable")]
    first = numpy.searchsorted(right[:, 0], left[:, 1])
    number = numpy.searchsorted(right[:, 0], left[:, 1], side="right") - first
    return _pairs(numpy.repeat(left[:, 0], number), right[ranges(first, number), 1])


def _pairs(one: Numbers, other: Numbers) -> Numbers:
    """One number for each pair, since numbers are sorted much faster than pairs."""
    pairs: Numbers = one.astype(numpy.int64) << ID | other
    return pairs


def _apart(pairs: Numbers) -> Table:
    return numpy.column_stack([pairs >> ID, pairs & (1 << ID) - 1])
