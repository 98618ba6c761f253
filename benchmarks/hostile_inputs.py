"""What people who mean harm, and programs gone wrong, send: the same for the same seed."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from typing import Any

# Nothing of ours has such an attribute: a page that holds one has shown a text as HTML.
MARK = "data-hostile"
BREAKOUTS = [
    f"<script {MARK}>alert(1)</script>", f'"><img src=x onerror=alert(1) {MARK}>',
    f"'><svg onload=alert(1) {MARK}>", f"</textarea><b {MARK}>", f"</title><b {MARK}>",
    f"--><b {MARK}>", f"]]><b {MARK}>", f"</script><b {MARK}>", "{{ 7*7 }}{% debug %}",
    "${7*7}#{7*7}", "javascript:alert(1)", "' OR 1=1 --", "'; DROP TABLE evidence_evidence; --",
    "../../../../etc/passwd", "..\\..\\windows", "x\r\nSet-Cookie: a=b", "%00", "%s%n%d", "=1+1",
    "\u202egnp.exe", "\u200b\u200d\ufeff", "e\u0301" * 400, "\U0010ffff", "\ufffe\uffff",
]  # fmt: skip
NUMBERS = [
    "-1", "0", "9" * 30, "1e999", "NaN", "inf", "0x10", "1.5", "٣", "1_000", "--5", "2147483648",
    "9223372036854775808", " 1 ", "",
]  # fmt: skip
FIELDS = ("input", "select", "textarea")
HUGE = (20_000, 300_000)
# Not UTF-8: a lone byte, half a character, a surrogate, an overlong stroke.
BROKEN = [b"\xff", b"\xe2\x82", b"\xed\xa0\x80", b"\xc0\xaf", b"\x80\x80"]
RESERVED = re.compile(rb"[^\w.~/-]+")


def quoted(raw: bytes) -> bytes:
    """What `urllib.parse.quote_from_bytes` gives, run by run: huge texts are one of them."""
    return RESERVED.sub(lambda run: b"%" + run[0].hex("%").upper().encode(), raw)


class Inputs:
    """A source of hostile inputs; everything follows from the seed and the order of asking."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def text(self) -> str:
        """Something to be written into a field."""
        kind = self.random.randrange(10)
        if kind == 0:
            return self.random.choice("aé字<\u202e") * self.random.randint(*HUGE)
        if kind < 3:
            return self.random.choice(NUMBERS)
        if kind < 5:
            return "".join(chr(self.random.randrange(1, 0xD7FF)) for _ in range(40))
        return self.random.choice(BREAKOUTS)

    def spoilt(self) -> str:
        """The same with a NUL in it, which no field admits."""
        text = self.text()
        place = self.random.randint(1, max(1, len(text)))
        return f"x{text[:place]}\x00{text[place:]}"

    def form(self, fields: Sequence[str], spoilt: bool) -> tuple[bytes, str]:
        """A body with all these fields and some that nobody asked for, and its content type."""
        value = self.spoilt if spoilt else self.text
        pairs = [(name, value()) for name in fields]
        for _ in range(self.random.randrange(3)):
            pairs.append((self.random.choice(["id", "user", "is_superuser", "x[]"]), self.text()))
        if self.random.random() < 0.3:
            return self._multipart(pairs, files=not spoilt)
        body = b"&".join(
            quoted(name.encode())
            + b"="
            + quoted(text.encode() + (b"" if not spoilt else self._broken()))
            for name, text in pairs
        )
        return body, "application/x-www-form-urlencoded"

    def garbage(self) -> tuple[bytes, str]:
        """A body that is none: random bytes, JSON of odd shapes, or what its type denies."""
        types = ["application/json", "text/plain", "application/x-www-form-urlencoded",
                 "multipart/form-data", "multipart/form-data; boundary=x", "application/xml",
                 "", "application/json; charset=nonsense"]  # fmt: skip
        kind = self.random.choice(types)
        chosen = self.random.randrange(4)
        if chosen == 0:
            return self.random.randbytes(self.random.randint(0, 3000)), kind
        if chosen == 1:
            return b"[" * self.random.randint(1, 3000), kind
        text = json.dumps(self.odd(3))
        return text.encode()[: None if chosen == 2 else self.random.randint(0, len(text))], kind

    def odd(self, depth: int) -> Any:
        """A JSON value that nobody asked for; texts may hold half of a character."""
        plain: list[Any] = [None, True, -1, 1e308, 10**400, "\ud800", "\x00", self.text(), [], {}]
        if not depth or self.random.random() < 0.3:
            return self.random.choice(plain)
        names = ["title", "id", "queries", "query", "rules", "__proto__", "\ud800", self.text()]
        if self.random.random() < 0.5:
            return [self.odd(depth - 1) for _ in range(self.random.randrange(4))]
        return {self.random.choice(names): self.odd(depth - 1) for _ in range(3)}

    def query(self, names: Sequence[str]) -> str:
        """A query string of some parameters, shorter than what servers take."""
        pairs = []
        for name in self.random.sample(list(names), self.random.randint(1, 3)):
            value = self.text()[:800].encode() + (self._broken() if self._seldom() else b"")
            pairs.append(f"{name}={quoted(value).decode()}")
        return "&".join(pairs)

    def _seldom(self) -> bool:
        return self.random.random() < 0.2

    def _broken(self) -> bytes:
        return self.random.choice(BROKEN)

    def _multipart(self, pairs: Sequence[tuple[str, str]], files: bool) -> tuple[bytes, str]:
        parts = []
        for name, text in pairs:
            filed = '; filename="../../x.html"' if files and self._seldom() else ""
            head = f'--edge\r\nContent-Disposition: form-data; name="{name}"{filed}\r\n\r\n'
            parts.append(head.encode() + text.encode())
        return b"\r\n".join([*parts, b"--edge--\r\n"]), "multipart/form-data; boundary=edge"


class Forms(HTMLParser):
    """The forms of a page that are sent: `found` has for each its address and its fields.

    A field with the attribute `hidden` is for the browser's own use, and is not read.
    """

    def __init__(self, page: str, address: str) -> None:
        super().__init__()
        self.address = address
        self.found: list[tuple[str, list[str], dict[str, str]]] = []
        self.inside = False
        self.marked = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a form, and the fields in it."""
        given = {name: value or "" for name, value in attrs}
        self.marked = self.marked or MARK in given
        if tag == "form":
            self.inside = given.get("method", "").lower() == "post"
            if self.inside:
                self.found.append((given.get("action") or self.address, [], {}))
        elif self.inside and (name := given.get("name")):
            _action, fields, buttons = self.found[-1]
            if tag == "button":
                buttons[name] = given.get("value", "")
            elif tag in FIELDS and name != "csrfmiddlewaretoken" and "hidden" not in given:
                fields.append(name)

    def handle_endtag(self, tag: str) -> None:
        """What follows belongs to no form."""
        if tag == "form":
            self.inside = False
