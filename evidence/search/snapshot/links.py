"""Columns of what records are linked with: any number of rulesets, sources, terms, regions."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy

from evidence.search.snapshot.columns import Codes, ends_of, same, shortest, starts_of
from evidence.search.snapshot.found import Found, Numbers, each_once, union
from evidence.search.snapshot.splice import Splice, places_in, ranges

BARE = 0  # the set of no things

# Of some that are linked with things: which of them, and what with; by thing, then by the first.
Pairs = tuple[Numbers, Numbers]
Set = tuple[int, list[int]]  # number of things, their ids in order: what comes before what


class Links:
    """Any number of things for each record: rulesets, sources, terms, regions.

    Records that are linked with the same things share a set of them, so to count the things of
    many records is to count their sets. Sets are in order: small ones first, then by their ids.
    """

    def __init__(self, owners: Numbers, things: Numbers, size: int) -> None:
        """`owners` are numbers of records, `things` the ids that each is linked with."""
        self.size = size
        ids, found = numpy.unique(things, return_inverse=True)
        owners, codes = _once(owners, found)
        self.ids: Numbers = ids.astype(numpy.int64)
        self.owners: Numbers = owners.astype(numpy.int32)
        self.starts = starts_of(codes, len(ids))
        by_record = codes[numpy.lexsort((codes, owners))]
        first = starts_of(owners, size)
        self.sets = Codes(_sets(by_record, first, len(ids)))
        self.sets.ids = numpy.arange(len(self.sets.ids))
        example = numpy.zeros(len(self.sets.ids), dtype=numpy.int64)
        example[self.sets.codes] = numpy.arange(size)
        lengths = numpy.diff(first)[example]
        # The things of each set, one set after the other, and the sets that hold each thing.
        self.members = by_record[ranges(first[example], lengths)].astype(numpy.int32)
        self.member_starts = ends_of(lengths)
        by_thing = numpy.argsort(self.members, kind="stable")
        sets = numpy.repeat(self.sets.ids, lengths)[by_thing]
        self.holders: Numbers = sets.astype(numpy.intp)  # what arrays are read by
        self.holder_starts = starts_of(self.members, len(ids))

    @cached_property
    def totals(self) -> Numbers:
        """How many of all records are linked with each thing."""
        return numpy.diff(self.starts)

    def count(self, found: Found) -> tuple[Numbers, int]:
        """How many of the records found are linked with each thing, in the order of `ids`.

        And how many of them are linked with nothing. Where fewer links than records have to be
        looked at, the links are.
        """
        if len(self.owners) < found.count and not found.everything:
            return self._counted(found)
        sets = self.sets.count(found)
        bare = int(sets[0]) if len(sets) and not self.member_starts[1] else 0
        if not len(self.ids):
            return sets[:0], bare
        return numpy.add.reduceat(sets.take(self.holders), self.holder_starts[:-1]), bare

    def _counted(self, found: Found) -> tuple[Numbers, int]:
        """The same, link by link."""
        here = found.holds(self.owners)
        if not here.any():
            return numpy.zeros(len(self.ids), dtype=numpy.int64), found.count
        linked = len(each_once(self.owners[here]))
        counts: Numbers = numpy.add.reduceat(here, self.starts[:-1], dtype=numpy.int64)
        return counts, found.count - linked

    def any_of(self, ids: Iterable[int]) -> Found:
        """The records linked with any of these things."""
        wanted = numpy.array(list(set(ids)), dtype=numpy.int64)
        codes = numpy.searchsorted(self.ids, wanted)
        here = codes < len(self.ids)
        here[here] = self.ids[codes[here]] == wanted[here]
        codes = codes[here]
        if len(codes) == 1:
            return self._with(codes[0])
        return union(self.size, [self._with(code).numbers for code in codes])

    def bare(self) -> Found:
        """The records that are linked with nothing."""
        if not len(self.sets.ids) or self.member_starts[1]:
            return Found(self.size, numbers=numpy.zeros(0, dtype=numpy.int32))
        return Found(self.size, mask=self.sets.codes == BARE)

    def _with(self, code: Any) -> Found:
        owners = self.owners[self.starts[code] : self.starts[code + 1]]
        return Found(self.size, numbers=owners)

    def edited(self, splice: Splice, rows: Numbers, things: Numbers) -> Links:
        """The same after a change of some records.

        Those that come are linked with these things now; `rows` are 0 for the first that comes.
        """
        come = _once(rows, things)
        was, codes = self._members(self.sets.codes[splice.out])
        gone = splice.out[was], codes
        if splice.in_place and same((gone[0], self.ids[codes]), (splice.into[come[0]], come[1])):
            return self
        made = Links.__new__(Links)
        made.size = splice.after
        made.ids, made.starts, named = self._things(codes, come[1])
        made.owners = self._relinked(self.owners, self.starts, splice, gone, come)
        self._regroup(made, splice, named, come)
        return made

    def _members(self, sets: Numbers) -> Pairs:
        """The codes of the things in some sets."""
        first = self.member_starts[sets]
        lengths = self.member_starts[sets + numpy.int64(1)] - first
        rows = numpy.repeat(numpy.arange(len(sets)), lengths)
        return _once(rows, self.members[ranges(first, lengths)])

    def _things(self, gone: Numbers, come: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Ids and starts after links have gone (codes) and come (ids); each code as it is now."""
        ids, codes = numpy.unique(numpy.concatenate([self.ids, come]), return_inverse=True)
        now = codes[: len(self.ids)]
        totals = numpy.bincount(codes[len(self.ids) :], minlength=len(ids))
        totals[now] += self.totals - numpy.bincount(gone, minlength=len(now))
        here = totals > 0
        named = (numpy.cumsum(here) - 1)[now]
        return ids[here], ends_of(totals[here]), named

    def _relinked(
        self, owners: Numbers, starts: Numbers, splice: Splice, gone: Pairs, come: Pairs
    ) -> Numbers:
        """The owners of things, which may be sets, after links have gone (codes) and come (ids)."""
        rows, things = come
        codes = numpy.searchsorted(self.ids, things)
        known = codes < len(self.ids)
        known[known] = self.ids[codes[known]] == things[known]
        into = starts[codes]
        into[known] = places_in(owners, starts, codes[known], splice.into[rows[known]])
        out = places_in(owners, starts, gone[1], gone[0])
        return Splice(len(owners), out, into).of(splice.moved(owners), splice.where[rows])

    def _regroup(self, made: Links, splice: Splice, named: Numbers, come: Pairs) -> None:
        """Give the links made after a change their sets; `named` is each code as it is now."""
        left = self.sets.totals - numpy.bincount(
            self.sets.codes[splice.out], minlength=len(self.sets.ids)
        )
        wanted = _listed(come, len(splice.into))
        kinds = {tuple(ids): self._place((len(ids), ids)) for ids in wanted}
        known = {ids: place for ids, place in kinds.items() if self._holds(place, ids)}
        fresh = sorted((len(ids), ids) for ids in kinds if ids not in known)
        left[list(known.values())] += 1
        into = numpy.array([kinds[ids] for _, ids in fresh], dtype=numpy.int64)
        sets = Splice(len(left), numpy.flatnonzero(left == 0), into)
        places = dict(zip((ids for _, ids in fresh), sets.where.tolist(), strict=True))
        places |= {ids: int(sets.moved(numpy.array([n]))[0]) for ids, n in known.items()}
        self._recode(made, splice, sets, numpy.array([places[tuple(ids)] for ids in wanted], int))
        things = [thing for _, ids in fresh for thing in ids]
        added = numpy.repeat(numpy.arange(len(fresh)), [length for length, _ in fresh])
        self._rehold(made, sets, named, (added, numpy.array(things, dtype=numpy.int64)))

    def _recode(self, made: Links, splice: Splice, sets: Splice, come: Numbers) -> None:
        """The sets of records after some sets have gone and come."""
        made.sets = Codes.__new__(Codes)
        made.sets.ids = numpy.arange(sets.after)
        dtype = shortest(sets.after)
        codes = sets.moved(numpy.arange(sets.before))
        if numpy.array_equal(codes, made.sets.ids[: sets.before]):
            codes = self.sets.codes.astype(dtype, copy=False)
        else:
            codes = codes.astype(dtype)[self.sets.codes]
        made.sets.codes = splice.of(codes, come)
        gone = numpy.bincount(self.sets.codes[splice.out], minlength=sets.before)
        zeros = numpy.zeros(len(sets.into), dtype=numpy.int64)
        made.sets.totals = sets.of(self.sets.totals - gone, zeros)
        made.sets.totals += numpy.bincount(come, minlength=sets.after)

    def _rehold(self, made: Links, sets: Splice, named: Numbers, added: Pairs) -> None:
        """What sets hold after some have gone and come: `added` is by set, with ids."""
        rows, things = added
        first = self.member_starts
        gone = ranges(first[sets.out], first[sets.out + 1] - first[sets.out])
        members = Splice(len(self.members), gone, first[sets.into[rows]])
        made.members = members.of(
            named.astype(numpy.int32)[self.members], numpy.searchsorted(made.ids, things)
        )
        count = numpy.bincount(rows, minlength=len(sets.into))
        made.member_starts = ends_of(sets.of(numpy.diff(first), count))
        was, codes = self._members(sets.out)
        holders = self._relinked(
            self.holders, self.holder_starts, sets, (sets.out[was], codes), _once(rows, things)
        )
        made.holders = holders.astype(numpy.intp, copy=False)
        made.holder_starts = starts_of(made.members, len(made.ids))

    def _place(self, wanted: Set) -> int:
        """Where a set stands or would stand among all."""
        return bisect_left(range(len(self.sets.ids)), wanted, key=self._set)

    def _set(self, place: int) -> Set:
        first, last = self.member_starts[place : place + 2].tolist()
        return last - first, self.ids[self.members[first:last]].tolist()

    def _holds(self, place: int, ids: tuple[int, ...]) -> bool:
        return place < len(self.sets.ids) and self._set(place)[1] == list(ids)


def _once(owners: Numbers, things: Numbers) -> Pairs:
    """Links by thing, then by who is linked, each once."""
    order = numpy.lexsort((owners, things))
    owners, things = owners[order], things[order]
    new = numpy.ones(len(order), dtype=bool)
    new[1:] = (numpy.diff(owners) != 0) | (numpy.diff(things) != 0)
    return owners[new], things[new]


def _listed(links: Pairs, count: int) -> list[list[int]]:
    """For each of so many the things that it is linked with, in order."""
    listed: list[list[int]] = [[] for _ in range(count)]
    for row, thing in zip(*map(numpy.ndarray.tolist, links), strict=True):
        listed[row].append(thing)
    return listed


def _sets(codes: Numbers, starts: Numbers, things: int) -> Numbers:
    """For each record a number that tells what it is linked with, `BARE` for nothing.

    The things of record n, in order, are `codes[starts[n] : starts[n + 1]]`. A set is told by what
    it begins with, which has a number already, and one thing more.
    """
    lengths = numpy.diff(starts)
    sets = numpy.full(len(lengths), BARE)
    made = BARE + 1
    for place in range(lengths.max(initial=0)):
        longer = numpy.flatnonzero(lengths > place)
        grown = sets[longer] * things + codes[starts[longer] + place]
        kinds, sets[longer] = numpy.unique(grown, return_inverse=True)
        sets[longer] += made
        made += len(kinds)
    return sets
