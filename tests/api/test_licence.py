"""Each export says on what terms it may be used, in the file where its format has a place."""

import io
import zipfile

import pytest

from api.exports import FORMATS
from evidence.records.licence import LICENCE_URL

LINK = f'<{LICENCE_URL}>; rel="license"'


@pytest.mark.django_db
@pytest.mark.parametrize("name", [each.name for each in FORMATS])
def test_every_export_names_the_licence_in_its_file_and_its_header(client, cast, name):
    response = client.get(f"/api/v1/export/?format={name}")
    data = b"".join(response.streaming_content)
    if name == "cldf":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            data = b"".join(map(archive.read, archive.namelist()))
    assert LICENCE_URL.encode() in data
    assert LINK in response["Link"]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["rulesets/", "games/", "games/shodra/", "concepts/"])
def test_other_data_names_it_in_its_header_and_no_page_does(client, cast, address):
    assert LINK in client.get(f"/api/v1/{address}")["Link"]
    assert "Link" not in client.get(f"/{address}")
