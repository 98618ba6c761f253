"""Broken query strings, each with the parameter to blame and the exact message."""

from pathlib import Path

import pytest
from django.http import QueryDict

from evidence.search import Query, QueryError

SAMPLES = sorted((Path(__file__).parent.parent / "samples" / "queries").glob("*.txt"))


def test_there_are_samples():
    assert len(SAMPLES) >= 20


@pytest.mark.django_db
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_a_broken_query_is_refused_by_name(sample):
    address, parameter, message = sample.read_text().splitlines()
    with pytest.raises(QueryError) as refusal:
        Query.from_params(QueryDict(address))
    assert (refusal.value.parameter, refusal.value.message) == (parameter, message)
