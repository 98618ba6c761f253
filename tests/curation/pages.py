"""What a page of curation says, and what its form would send."""

from __future__ import annotations

import re


def words(answer):
    body = re.sub(r"<(script|style|template)\b.*?</\1>", " ", answer.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", body))


def fields(answer):
    """What the page's form would send if nobody typed anything."""
    sent = {}
    html = re.sub(r"<template\b.*?</template>", "", answer.content.decode(), flags=re.S)
    form = answer.context["form"]
    rows = [form.main, *(row for kind in form.rows.values() for row in kind)]
    for each in rows:
        for bound in each:
            value = bound.value()
            if value not in (None, "", False, []):
                sent[bound.html_name] = "on" if value is True else value
    for name in ("number", "seen", "bring_up", "base"):
        if re.search(f'name="{name}"', html):
            sent[name] = answer.context.get(name, "")
    if answer.context["begun"].seen:  # a change, which nobody sends without a reason
        sent.setdefault("why", "read again")
    sent["base"] = answer.context["base"]
    sent["number"] = answer.context["number"]
    if answer.context["begun"].seen:
        sent["seen"] = answer.context["begun"].seen
    if answer.context["page"].bring_up:
        sent["bring_up"] = answer.context["page"].bring_up
    return sent


def beside(answer):
    """What the editor of rules would send if nobody typed anything, but for what it does."""
    page = answer.context
    rows = [*page["beside"].pieces]
    rows += [each for row in page["beside"].clauses for each in (row, *row.citations)]
    sent = {
        bound.html_name: bound.value()
        for row in [page["about"], *rows]
        for bound in row
        if bound.value() not in (None, "", False)
    }
    sent |= {"text": page["text"], "why": page["why"], "number": page["number"], "beside": "1"}
    gone = [each.clause["name"] for each in page["leaving"] if each.let_go]
    return sent | ({"let_go": gone} if gone else {})


def named(sent, name):
    """The beginning of the names of the fields of one clause."""
    (found,) = [key for key, value in sent.items() if key.endswith("-name") and value == name]
    return found.removesuffix("-name")


def refusal(answer):
    """What the notice at the head of the page's form says, and the fields that it links to."""
    html = answer.content.decode()
    found = r'<div class="error refusal" id="refusal" role="alert".*?</div>'
    (notice,) = re.findall(found, html, re.S)
    assert html.count('id="refusal"') == 1
    places = re.findall(r'href="#([^"]+)"', notice)
    assert all(f' id="{place}"' in html.replace(notice, "") for place in places), places
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", notice)), places
