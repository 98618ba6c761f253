"""Answers of the API compressed: whole ones, streams piece by piece, and what is packed already."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib

import pytest

from api.compressing import gzipped
from people.matrix import Role
from tests.api.programs import Program, begun

GZIP = {"accept-encoding": "gzip, deflate"}
LISTS = ("evidence/", "evidence/?format=geojson", "cells/", "sources/", "regions/", "games/")


def read(response):
    body = b"".join(response) if response.streaming else response.content
    return gzip.decompress(body) if response.get("Content-Encoding") == "gzip" else body


@pytest.mark.parametrize("address", [*LISTS, "evidence/demo-1/", "rulesets/", "compare/"])
def test_an_answer_says_the_same_in_fewer_bytes(client, cast, address):
    plain = client.get(f"/api/v1/{address}")
    packed = client.get(f"/api/v1/{address}", headers=GZIP)
    assert "Content-Encoding" not in plain
    assert read(packed) == plain.content
    if len(plain.content) > 500:
        assert packed["Content-Encoding"] == "gzip"
        assert len(packed.content) < len(plain.content)
        assert packed["Content-Length"] == str(len(packed.content))
        assert "Accept-Encoding" in plain["Vary"]


def test_who_has_kept_a_compressed_answer_is_told_that_it_holds(client, cast):
    packed = client.get("/api/v1/evidence/", headers=GZIP)
    known = {"if-none-match": packed["ETag"]}
    for headers in (known, known | GZIP):
        again = client.get("/api/v1/evidence/", headers=headers)
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == packed["ETag"]
        assert "Content-Encoding" not in again


@pytest.mark.parametrize("name", ["csv", "jsonl", "geojson", "bibtex"])
def test_a_file_is_compressed_while_it_is_written(client, cast, name):
    address = f"/api/v1/export/?format={name}"
    plain, packed = client.get(address), client.get(address, headers=GZIP)
    assert packed.streaming
    assert packed["Content-Encoding"] == "gzip"
    assert (packed["X-Count"], packed["ETag"]) == (plain["X-Count"], plain["ETag"])
    assert read(packed) == read(plain)
    head = client.head(address, headers=GZIP)
    assert (head["Content-Encoding"], b"".join(head)) == ("gzip", b"")


def test_a_zip_is_sent_as_it_is(client, cast):
    response = client.get("/api/v1/export/?format=cldf", headers=GZIP)
    assert "Content-Encoding" not in response
    assert zipfile.ZipFile(io.BytesIO(b"".join(response))).testzip() is None


def test_the_first_piece_is_not_waited_for_and_nothing_is_held():
    given = []

    def pieces():
        for number in range(2000):
            given.append(f"{number}: the same words again and again\n".encode() * 20)
            yield given[-1]

    reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
    stream = gzipped(pieces())
    text = reader.decompress(next(stream))
    assert [text] == given
    most = 0
    for packed in stream:
        most = max(most, sum(map(len, given)) - len(text))
        text += reader.decompress(packed)
    assert text == b"".join(given)
    assert len(text) > 1_400_000
    assert most < 300_000
    assert gzip.decompress(b"".join(gzipped([]))) == b""


def test_a_number_of_a_compressed_proposal_is_one_to_name(client, db):
    ada = Program(client, "ada", Role.CONTRIBUTOR)
    pk = begun(ada, {"rules": "The board is round. " * 50})
    token = {"Authorization": f"Bearer {ada.token}"}
    packed = client.get(f"/api/v1/proposals/{pk}/", headers=GZIP | token)
    assert (packed["Content-Encoding"], packed["ETag"]) == ("gzip", 'W/"1"')
    saved = client.put(
        f"/api/v1/proposals/{pk}/",
        {"content": {"title": "Round"}},
        content_type="application/json",
        headers=token | {"If-Match": packed["ETag"]},
    )
    assert saved["ETag"] == '"2"'


def test_gis_programs_get_their_features_compressed(client, cast):
    plain = client.get("/ogc/collections/evidence/items")
    packed = client.get("/ogc/collections/evidence/items", headers=GZIP)
    assert packed["Content-Encoding"] == "gzip"
    assert len(read(packed)) == len(plain.content)
