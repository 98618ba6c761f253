"""Uses the client of the API that openapi-python-client has made in the folder `api`."""

import sys

sys.path.insert(0, ".")

from api.api.evidence import (
    evidence_feature,
    evidence_features,
    evidence_list,
    evidence_read,
    evidence_search,
)
from api.api.games import games_list
from api.api.regions import regions_feature, regions_features
from api.api.rulesets import rulesets_list
from api.api.sources import sources_list
from api.models import Error, EvidenceSearchBody

from api import Client

client = Client(base_url=sys.argv[1])


def main() -> str:
    """Ask for lists, records, features and a refusal."""
    page = evidence_list.sync(client=client, limit=200)
    for record in page.results:
        assert evidence_read.sync(record.identifier, client=client).identifier == record.identifier
    features = evidence_features.sync(client=client, limit=200)
    assert [each.id for each in features.features] == [each.identifier for each in page.results]
    for each in features.features[:20]:
        assert evidence_feature.sync(each.id, client=client).geometry == each.geometry
    regions = regions_features.sync(client=client, limit=200)
    for region in regions.features:
        assert regions_feature.sync(region.id, client=client).geometry == region.geometry
    found = evidence_search.sync(client=client, body=EvidenceSearchBody(q="chess", limit=5))
    assert len(found.results) == min(5, found.count)
    lists = [each.sync(client=client).count for each in (games_list, rulesets_list, sources_list)]
    refused = evidence_list.sync(client=client, q="…")
    assert isinstance(refused, Error)
    return f"{len(page.results)} records, {len(regions.features)} regions, {sum(lists)} others"


sys.stdout.write(f"{main()}\n")
