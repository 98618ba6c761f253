"""What a bibliography file says of one source, and the citation written from that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evidence.sources.bibliography.carried import Identity

MOST_SHOWN = 20


class BibliographyError(ValueError):
    """What is wrong in a bibliography file, each fault with its line and entry."""


@dataclass(frozen=True)
class Fault:
    """One fault: the line (from 1), the entry's key where it has one, and what would be right."""

    line: int
    key: str
    message: str

    def __str__(self) -> str:
        entry = f", entry {self.key}" if self.key else ""
        return f"line {self.line}{entry}: {self.message}"


@dataclass(frozen=True)
class Reference:
    """An entry as CSL-JSON without id, the fields that were not read, and the source that it was.

    `own` is there for entries that an installation of this project has written.
    """

    line: int
    key: str
    csl: dict[str, Any]
    left_out: tuple[str, ...] = ()
    own: Identity | None = None

    @property
    def place(self) -> str:
        """As in "line 12, entry Murray1913"."""
        return f"line {self.line}, entry {self.key}" if self.key else f"line {self.line}"


def text_of(path: Path) -> str:
    """The text of a bibliography file. Raises BibliographyError."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BibliographyError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        said = f"{path}: byte {error.start} is not UTF-8: save the file as UTF-8"
        raise BibliographyError(said) from error
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise BibliographyError(f"{path}, line {line}: holds a NUL character: take it out")
    return text


def refuse(path: Path, faults: Sequence[Fault]) -> None:
    """Raise BibliographyError if there are faults: the first twenty, and how many more."""
    if not faults:
        return
    said = [f"{path}, {fault}" for fault in faults[:MOST_SHOWN]]
    if len(faults) > MOST_SHOWN:
        said.append(f"and {len(faults) - MOST_SHOWN} faults more")
    raise BibliographyError("\n".join(said))


def citation_text(csl: dict[str, Any]) -> str:
    """The citation of a source in one line, the same from the same fields.

    As in "Murray, H. J. R. (1913). A History of Chess. Oxford: Clarendon Press."
    """
    names = names_text(csl.get("author") or ())
    if not names and csl.get("editor"):
        names = f"{names_text(csl['editor'])} (ed.)"
    head = [part for part in (names, f"({when_text(csl)})" if when_text(csl) else "") if part]
    sentences = [" ".join(head), str(csl.get("title", "")), *_behind(csl)]
    said = [f"{text.rstrip('.')}." for text in sentences if text]
    link = f"https://doi.org/{csl['DOI']}" if csl.get("DOI") else str(csl.get("URL", ""))
    return " ".join([*said, link]).strip()


def names_text(names: Sequence[dict[str, str]]) -> str:
    """Names of CSL-JSON in one line, the family name first."""
    return "; ".join(map(_name, names))


def _name(name: dict[str, str]) -> str:
    if "literal" in name:
        return name["literal"]
    family = f"{name.get('non-dropping-particle', '')} {name.get('family', '')}".strip()
    return ", ".join(filter(None, (family, name.get("given"), name.get("suffix"))))


def when_text(csl: dict[str, Any]) -> str:
    """When it was published, as numbers joined by hyphens or in its own words."""
    date = csl.get("issued") or {}
    if date.get("date-parts"):
        return "-".join(f"{part:02}" for part in date["date-parts"][0])
    return str(date.get("literal", ""))


def _behind(csl: dict[str, Any]) -> Iterator[str]:
    """What stands behind the title: where it is printed, and by whom."""
    number = f"{csl.get('volume', '')}({csl['issue']})" if csl.get("issue") else csl.get("volume")
    edition = f"ed. {csl['edition']}" if csl.get("edition") else ""
    editors = f"ed. {names_text(csl['editor'])}" if csl.get("author") and csl.get("editor") else ""
    container = (csl.get("container-title"), editors, number, edition, csl.get("page"))
    yield ", ".join(str(part) for part in container if part)
    yield f"translated by {names_text(csl['translator'])}" if csl.get("translator") else ""
    yield str(csl.get("collection-title", ""))
    yield str(csl.get("genre", ""))
    yield ": ".join(filter(None, (csl.get("publisher-place"), csl.get("publisher"))))
