"""The language as the editor reads it: the page, its data, and what may be written at the caret."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from evidence.editing.curation.views.ruleset_language import forms
from tests.games.node import FLAGS, LIBRARY

pytestmark = pytest.mark.django_db
SCRIPT = """
const [library, asked] = process.argv.slice(1);
const { contextOf, offers, referenceOf } = await import(`${library}/completion.js`);
const { forms, texts } = JSON.parse(asked);
console.log(JSON.stringify(texts.map((text) => {
  const context = contextOf(text, text.length);
  const found = offers(forms, context).map(({ insert }) => insert);
  return [found, referenceOf(forms, context).map(({ pattern }) => pattern)];
})));
"""


def at_the_end(*texts: str) -> list[tuple[list[str], list[str]]]:
    """What the editor offers at the end of each text, and the forms that it explains there."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed: apt-get install nodejs")
    asked = json.dumps({"forms": forms(), "texts": texts})
    command = [node, *FLAGS, "-e", SCRIPT, LIBRARY, asked]
    return json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


def test_the_page_lists_every_form_with_its_meaning(client):
    shown = client.get("/curate/rulesets/language/").content.decode()

    assert "<dt><code>(move Step [from] [directions] to [stack:] [then])</code></dt>" in shown
    assert "<dd>A piece steps to a site next to it.</dd>" in shown
    assert shown.count("<dt>") == len(forms())


def test_the_data_have_the_names_of_arguments(client):
    found = client.get("/curate/rulesets/language.json").json()["forms"]
    (hand,) = [each for each in found if each["keyword"] == "hand"]

    assert hand == {
        "kind": "containers",
        "keyword": "hand",
        "word": "",
        "pattern": "(hand role [size:])",
        "meaning": "Sites beside the board, of one player or of each.",
        "names": ["size"],
    }


def test_a_keyword_a_first_word_and_a_name_are_completed():
    (word, _), (name, _) = at_the_end("(move St", "(hand Each si")

    assert word == ["Step"]
    assert name == ["size:"]
    (head, _), (connected, _) = at_the_end("{(hand) (han", "(if (is Con")
    assert head == ["hand", "handSite"]
    assert connected == ["Connected"]


def test_nothing_is_offered_in_notes_and_strings():
    assert at_the_end('(piece "mov', "(play // (mov") == [[[], []], [[], []]]


def test_the_form_around_the_caret_is_explained():
    (_, step), (_, inner) = at_the_end("(move Step Forward (to) ", '(place "Man1" (sites Bottom')

    assert step == ["(move Step [from] [directions] to [stack:] [then])"]
    assert inner[0].startswith("(sites ")
