"""No browser guesses what an answer is: text that a stranger worded is never run as a script."""

from __future__ import annotations

import re

import pytest

from tests.pages.access import ADDRESSES
from tests.pages.askers import Asker

SCRIPT = re.compile("javascript|ecmascript")


@pytest.mark.sqlite
def test_every_answer_forbids_guessing_its_type_and_none_is_a_script(cast, shodra):
    one, wrong = Asker(None), []
    for address in ADDRESSES.values():
        answer = one.ask(address, "GET")
        kind = answer.headers.get("Content-Type", "")
        if answer.headers.get("X-Content-Type-Options") != "nosniff" or SCRIPT.search(kind):
            wrong.append(f"{address.example}: {answer.status_code} {kind}")
    assert wrong == []
