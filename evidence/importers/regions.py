"""A folder of KML files into regions, one a file; all of them or none."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from evidence.drafts import is_blank
from evidence.history import revision
from evidence.history.shared import content_of, note_shared
from evidence.importers.kml import KmlError, KmlFile, read_kml
from evidence.importers.kml_shapes import Repaired, whole_shape
from evidence.importers.licence import licence_of
from evidence.importers.outcomes import shared_change
from evidence.importers.portal_store import change_rows
from evidence.importers.report import Outcome, Progress, Report, unheard
from evidence.models import Region
from evidence.places.world import geojson
from evidence.search.index import index_records
from evidence.search.members import touched
from evidence.search.outlines import DIGITS
from evidence.sources import StoreError, save_checked

KINDS = [str(kind) for kind in Region.Kind if kind != Region.Kind.DRAWN]
FIELDS = ("name", "kind", "shape", "note")


@dataclass(frozen=True)
class Options:
    """How a folder is read.

    `set_name` begins every slug, so that no region of the world is touched; `kind` is that of
    files which do not tell; `attribution` says who drew the shapes; `update` lets files overwrite
    fields that have a value.
    """

    set_name: str = ""
    kind: str = Region.Kind.HISTORICAL.value
    attribution: str = ""
    update: bool = False


@dataclass(frozen=True)
class Entry:
    """A file as a region, not stored yet."""

    file: KmlFile
    place: str
    fields: dict[str, Any]
    slug: str
    repairs: tuple[str, ...]
    kind_is_told: bool


def import_regions(
    folder: Path, options: Options, *, dry_run: bool = False, progress: Progress = unheard
) -> Report:
    """Store the regions of all KML files below a folder. Raises KmlError; then nothing is stored.

    Regions that are stored keep their values unless `options.update`; doing it again changes
    nothing. Afterwards every record knows which of the regions it is in. A dry run stores each
    alone and takes it back at once, so that nobody has to wait long for the database.
    """
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    drawn = [path for path in paths if path.suffix.lower() == ".kml"]
    if not drawn:
        raise KmlError(folder, 0, "holds no .kml file: name a folder of region files")
    options = replace(
        options,
        set_name=slugify(options.set_name or folder.resolve().name) or "kml",
        attribution=options.attribution or licence_of(folder),
    )
    entries = []
    for entry in _entries(folder, drawn, options):
        entries.append(entry)
        progress(len(entries), 2 * len(drawn))
    report = Report()
    with ExitStack() as whole:
        if not dry_run:
            whole.enter_context(transaction.atomic())
            whole.enter_context(revision(f"import of {options.set_name}"))
        drawn_anew = set()
        for done, entry in enumerate(entries, 1):
            with transaction.atomic():
                drawn_anew |= _store(entry, options, report)
                transaction.set_rollback(dry_run)
            progress(len(drawn) + done, 2 * len(drawn))
        if not dry_run:
            index_records(touched(drawn_anew).tolist())
    _remark(report, entries, options)
    others = (str(path.relative_to(folder)) for path in paths if path not in drawn)
    report.remark("left out, no .kml file", others)
    return report


def _entries(folder: Path, paths: list[Path], options: Options) -> Iterator[Entry]:
    taken: dict[str, Path] = {}
    for path in paths:
        slug = f"{options.set_name}-{slugify(path.stem) or _digest(path.stem)}"
        if slug in taken:
            said = f"has the same name as {taken[slug]} for an address: rename one of them"
            raise KmlError(path, 0, said)
        taken[slug] = path
        file = read_kml(path)
        place = path.relative_to(folder).as_posix()
        yield _entry(file, place, slug, whole_shape(file), options)


def _digest(text: str) -> str:
    """Stands for a name that has no letter of an address."""
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def _entry(file: KmlFile, place: str, slug: str, repaired: Repaired, options: Options) -> Entry:
    told = _kind(file)
    fields = {
        "name": file.path.stem,
        "kind": told or options.kind,
        "shape": geojson(repaired.shape, DIGITS),
        "note": _note(file, place, repaired, options),
    }
    return Entry(file, place, fields, slug, repaired.repairs, bool(told))


def _kind(file: KmlFile) -> str:
    """The kind that the file tells: by a value named "kind", or by the name of its folder."""
    kind = file.data.get("kind", "")
    if kind and kind not in KINDS:
        raise KmlError(file.path, 0, f"kind “{kind}” is not one of {', '.join(KINDS)}")
    folder = file.path.parent.name.lower()
    return kind or (folder if folder in KINDS else "")


def _note(file: KmlFile, place: str, repaired: Repaired, options: Options) -> str:
    credit = options.attribution
    said = [f"From {place} of {options.set_name}.", f"{credit}." if credit else ""]
    if len(file.names) == 1 and file.names[0] != file.path.stem:
        said.append(f"Called “{file.names[0]}” inside.")
    if repaired.repairs:
        said.append(f"Repaired: {'; '.join(repaired.repairs)}.")
    return " ".join(filter(None, said))


def _store(entry: Entry, options: Options, report: Report) -> set[int]:
    """Store one region; gives its id if it holds others than before."""
    region = Region.objects.filter(slug=entry.slug).first()
    new = region is None
    before = content_of(region) if region else None
    region = region or Region(slug=entry.slug)
    fields = {**entry.fields, "name": _own_name(entry, options.set_name)}
    differs = [name for name in FIELDS if getattr(region, name) != fields[name]]
    taken = [n for n in differs if new or options.update or is_blank(getattr(region, n))]
    for name in taken:
        setattr(region, name, fields[name])
    if taken:
        try:
            save_checked(region)
        except StoreError as error:
            raise KmlError(entry.file.path, 0, str(error)) from error
        note_shared(region, before)
    report.note("shapes", "created" if new else "changed" if taken else "unchanged")
    kept = {n: (getattr(region, n), fields[n]) for n in differs if n not in taken}
    change = shared_change(region, before, content_of(region), kept)
    report.outcomes.append(Outcome("region", entry.place, region.name, change))
    overwritten = [row for row in change_rows(change) if before and not row.kept and row.stored]
    report.remark(
        "overwritten",
        [f"{entry.slug}: {row.name}: {row.stored} → {row.offered}" for row in overwritten],
    )
    report.remark(
        "kept, the file has another value (--update takes it)",
        [f"{entry.slug}: {', '.join(kept)}"] if kept else [],
    )
    return {region.pk} if {"shape", "kind"} & set(taken) else set()


def _own_name(entry: Entry, set_name: str) -> str:
    """The file's name; with the set behind it where a region from elsewhere is called so."""
    name: str = entry.fields["name"]
    others = Region.objects.filter(name=name).exclude(slug__startswith=f"{set_name}-")
    return f"{name} ({set_name})" if others.exists() else name


def _remark(report: Report, entries: list[Entry], options: Options) -> None:
    for heading, of_entry in REMARKS.items():
        report.remark(heading, (f"{e.place}: {said}" for e in entries if (said := of_entry(e))))
    untold = [entry for entry in entries if not entry.kind_is_told]
    if untold:
        kind = untold[0].fields["kind"]
        said = f"{len(untold)} of {len(entries)} files do not tell: {kind} (--kind says otherwise)"
        report.remark("kind of region", [said])
    gone = Region.objects.filter(slug__startswith=f"{options.set_name}-").exclude(
        slug__in=[entry.slug for entry in entries]
    )
    report.remark("stored before, not in the folder, kept", gone.values_list("slug", flat=True))
    if not options.attribution:
        said = "no LICENSE file tells: say it with --attribution"
        report.remark("who drew the shapes is not known", [said])


def _repairs(entry: Entry) -> str:
    return "; ".join(entry.repairs)


def _several(entry: Entry) -> str:
    number = len(entry.file.polygons)
    return str(number) if number > 1 else ""


def _other_name(entry: Entry) -> str:
    names = entry.file.names
    return names[0] if len(names) == 1 and names[0] != entry.file.path.stem else ""


def _left_out(entry: Entry) -> str:
    return ", ".join(f"{number} {tag}" for tag, number in entry.file.left_out.items())


REMARKS = {
    "repaired": _repairs,
    "several polygons, united": _several,
    "called otherwise inside, named after the file": _other_name,
    "points and lines left out": _left_out,
}
