"""/api/v1/sources/."""

from evidence.models import Citation


def test_a_source_counts_records_not_citations(ask, cast):
    Citation.objects.create(evidence=cast["senet"], source=cast["murray"], locator="p. 99")
    Citation.objects.create(evidence=cast["chess"], source=cast["murray"])
    status, answer = ask("sources/")
    assert (status, answer["count"]) == (200, 1)
    murray = answer["results"][0]
    assert (murray["evidence_count"], murray["year"]) == (2, 1913)
    assert murray["csl"]["type"] == "book"
    assert ask("sources/murray-1913/") == (200, murray)


def test_an_unknown_source_is_named(ask):
    status, answer = ask("sources/bible/")
    assert (status, answer["error"]["message"]) == (404, "There is no source “bible”.")
