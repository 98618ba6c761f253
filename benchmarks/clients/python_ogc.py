"""Uses the client of /ogc that openapi-python-client has made in the folder `ogc`."""

import sys

sys.path.insert(0, ".")

from ogc import Client
from ogc.api.default import (
    collections,
    conformance,
    evidence_about,
    evidence_item,
    evidence_items,
    landing_page,
    regions_items,
)

client = Client(base_url=f"{sys.argv[1]}/ogc")


def main() -> str:
    """Ask for the landing page, collections and features."""
    assert landing_page.sync(client=client).links
    assert conformance.sync(client=client).conforms_to
    assert len(collections.sync(client=client).collections) == 2
    assert evidence_about.sync(client=client).extent.spatial.bbox
    page = evidence_items.sync(client=client, limit=1000)
    assert page.number_returned == len(page.features)
    for each in page.features[:20]:
        assert evidence_item.sync(each.id, client=client).id == each.id
    regions = regions_items.sync(client=client, limit=1000)
    return f"{len(page.features)} features, {len(regions.features)} outlines"


sys.stdout.write(f"{main()}\n")
