"""Identifiers of people: addresses in VIAF, Wikidata, ISNI, ORCID and GND, written in one form.

To add a register: a line in `REGISTERS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

HYPHEN, DIGITS = "-", 16


class IdentifierError(ValueError):
    """What is wrong with an identifier; the message says what it should look like."""


class Register(NamedTuple):
    """A register of people: how its numbers look, and the addresses that are made of them."""

    title: str
    number: re.Pattern[str]
    address: str
    also: tuple[str, ...] = ()  # other beginnings of its addresses
    holds: Callable[[str], bool] = lambda number: True


def _checked(number: str) -> bool:
    """Whether the last of sixteen digits is the check digit of the others (ISO 7064, 11-2)."""
    plain, total = number.replace(HYPHEN, ""), 0
    for digit in plain[:-1]:
        total = (total + int(digit)) * 2
    rest = (12 - total % 11) % 11
    return plain[-1] == ("X" if rest == 10 else str(rest))


SIXTEEN = r"\d{4}-?\d{4}-?\d{4}-?\d{3}[\dX]"
REGISTERS = {
    "wikidata": Register(
        "Wikidata", re.compile(r"Q[1-9]\d{0,11}"), "https://www.wikidata.org/entity/",
        ("www.wikidata.org/wiki/", "wikidata.org/wiki/"),
    ),
    "viaf": Register("VIAF", re.compile(r"[1-9]\d{0,21}"), "https://viaf.org/viaf/"),
    "isni": Register(
        "ISNI", re.compile(SIXTEEN), "https://isni.org/isni/", ("www.isni.org/isni/",), _checked
    ),
    "orcid": Register("ORCID", re.compile(SIXTEEN), "https://orcid.org/", (), _checked),
    "gnd": Register("GND", re.compile(r"[\dX-]{3,12}"), "https://d-nb.info/gnd/"),
}  # fmt: skip


def canonical(text: str) -> str:
    """The addresses that a text lists, each in its one form and once. Raises IdentifierError."""
    return " ".join(dict.fromkeys(map(_address, text.split())))


def _address(text: str) -> str:
    name, number = _parts(text)
    register = REGISTERS.get(name)
    number = number.strip("/").upper()
    if register is None or not register.number.fullmatch(number) or not register.holds(number):
        raise IdentifierError(
            f"“{text}” is no identifier of a person: write an address, or as in wikidata:Q42, "
            f"of {', '.join(each.title for each in REGISTERS.values())}"
        )
    if name == "isni":
        number = number.replace(HYPHEN, "")
    elif name == "orcid":
        digits = number.replace(HYPHEN, "")
        number = HYPHEN.join(digits[at : at + 4] for at in range(0, DIGITS, 4))
    return register.address + number


def _parts(text: str) -> tuple[str, str]:
    """The register and the number that a text names; an empty register where it names none."""
    bare = re.sub(r"^https?://", "", text, flags=re.IGNORECASE)
    for name, register in REGISTERS.items():
        for begins in (register.address.removeprefix("https://"), *register.also):
            if bare.lower().startswith(begins):
                return name, bare[len(begins) :]
    if re.fullmatch(r"[Qq]\d+", text):
        return "wikidata", text
    name, _colon, number = text.partition(":")
    return name.lower(), number


def told(text: str) -> list[tuple[str, str]]:
    """The identifiers of a stored text: the title of each register, and the address."""
    return [
        (next((r.title for r in REGISTERS.values() if each.startswith(r.address)), each), each)
        for each in text.split()
    ]
