"""A zip file taken apart within limits: nothing outside the folder, nothing larger than is said."""

from __future__ import annotations

import stat
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from django.utils.translation import gettext as _

MIB = 1024 * 1024
BEGINS = (b"PK\x03\x04", b"PK\x05\x06")
MOST_PACKED = 50 * MIB
MOST_FILES = 2000
MOST_EACH, MOST_BYTES = 20 * MIB, 50 * MIB  # unpacked
LONGEST_PATH, LONGEST_NAME = 400, 150  # bytes
MOST_DIRECTORY = 2 * MIB  # bytes of the list of names at the end, which is read at once
END, END_OF_LARGE = b"PK\x05\x06", b"PK\x06\x07"
END_SIZE, LONGEST_COMMENT = 22, 0xFFFF
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
JUNK = ("__MACOSX", ".DS_Store", "Thumbs.db")
CHUNK = 64 * 1024


class PackError(ValueError):
    """Why a zip file is not taken apart, naming the file in it."""


class Member(NamedTuple):
    """A file of the zip file, at a path that is safe."""

    path: PurePosixPath
    info: zipfile.ZipInfo


def is_packed(head: bytes) -> bool:
    """Whether a file begins as zip files do."""
    return head.startswith(BEGINS)


def names(file: IO[bytes]) -> list[str]:
    """The paths of the files in it. Raises PackError for what is not to be taken apart."""
    with _opened(file) as pack:
        return [str(member.path) for member in _members(pack)]


def unpack(path: Path, into: Path) -> None:
    """Write its files below an empty folder. Raises PackError; the folder is then to be deleted.

    What is counted are the bytes that come out, not those that the file promises.
    """
    left = MOST_BYTES
    with path.open("rb") as file, _opened(file) as pack:
        for member in _members(pack):
            target = into / member.path
            target.parent.mkdir(parents=True, exist_ok=True)
            left -= _write(pack, member, target, left)


def texts(
    file: IO[bytes], ending: str, most: int, most_each: int, most_bytes: int
) -> Iterator[tuple[str, str]]:
    """Path and text of each file in it with that ending, read and written nowhere.

    Raises PackError, also for more files than `most`, or more bytes in one or in all of them.
    """
    with _opened(file) as pack:
        members = [each for each in _members(pack) if each.path.suffix == ending]
        if len(members) > most:
            raise _too_many(most)
        left = most_bytes
        for member in members:
            found = b"".join(_chunks(pack, member, left, most_each, most_bytes))
            left -= len(found)
            try:
                yield str(member.path), found.decode()
            except UnicodeDecodeError as error:
                raise PackError(f"{member.path}: {_('is not a text in UTF-8')}") from error


def _opened(file: IO[bytes]) -> zipfile.ZipFile:
    _check_directory(file)
    try:
        return zipfile.ZipFile(file)
    except BROKEN as error:
        said = _("This is no zip file that can be read (%(why)s).")
        raise PackError(said % {"why": error}) from error


def _check_directory(file: IO[bytes]) -> None:
    """Refuse a list of names that is too long, before it is read.

    The record at the end that tells its length has to end with the file: one that could be read
    from two places would be read elsewhere by zipfile.
    """
    size = file.seek(0, 2)
    file.seek(max(0, size - END_SIZE - LONGEST_COMMENT - len(END_OF_LARGE) * 5))
    tail = file.read()
    end = tail[max(0, tail.rfind(END)) :]
    comment = int.from_bytes(end[END_SIZE - 2 : END_SIZE], "little")
    is_whole = end.startswith(END) and len(end) == END_SIZE + comment
    if not is_whole or END_OF_LARGE in tail:
        raise PackError(_("This is no zip file that can be read, or one for huge files."))
    if int.from_bytes(end[12:16], "little") > MOST_DIRECTORY:
        raise _too_many()
    file.seek(0)


def _members(pack: zipfile.ZipFile) -> Iterator[Member]:
    """The files in it, junk of file managers left out. Raises PackError."""
    infos = [info for info in pack.infolist() if not info.is_dir()]
    if len(infos) > MOST_FILES:
        raise _too_many()
    if sum(info.file_size for info in infos) > MOST_BYTES:
        raise _too_large()
    taken: set[PurePosixPath] = set()
    for info in infos:
        path = _path(info.filename)
        if any(part in JUNK for part in path.parts):
            continue
        if wrong := _wrong(info, path in taken or not taken.isdisjoint(path.parents)):
            raise PackError(f"{info.filename[:200]!r}: {wrong}")
        taken.add(path)
        yield Member(path, info)


def _path(name: str) -> PurePosixPath:
    """Where a file is to lie below the folder. Raises PackError for any other place."""
    path = PurePosixPath(name)
    parts = name.split("/")
    odd = any(part in ("", ".", "..") or not part.isprintable() for part in parts)
    if odd or "\\" in name or path.is_absolute():
        said = _("is no path within the zip file: names with / between folders are wanted")
        raise PackError(f"{name[:200]!r}: {said}")
    if len(name.encode()) > LONGEST_PATH or any(len(p.encode()) > LONGEST_NAME for p in parts):
        raise PackError(f"{name[:200]!r}: {_('is too long a name')}")
    return path


def _wrong(info: zipfile.ZipInfo, is_taken: bool) -> str:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        return _("is a link or a device: only files are read")
    if info.flag_bits & 1:
        return _("is encrypted: pack it without a password")
    if info.compress_type not in METHODS:
        return _("is packed in a way that is not read: pack it as usual (deflate)")
    return _("is there twice") if is_taken else ""


def _write(pack: zipfile.ZipFile, member: Member, target: Path, left: int) -> int:
    """Write one file; gives its bytes. Raises PackError."""
    written = 0
    try:
        with target.open("xb") as file:
            for chunk in _chunks(pack, member, left):
                written += file.write(chunk)
    except OSError as error:
        raise _cannot(member, error.strerror) from error
    return written


def _chunks(
    pack: zipfile.ZipFile, member: Member, left: int, each: int = MOST_EACH, whole: int = MOST_BYTES
) -> Iterator[bytes]:
    """What a file holds, at most `each` bytes, and as many as are `left`. Raises PackError."""
    read, most = 0, min(each, left)
    try:
        with pack.open(member.info) as packed:
            while chunk := packed.read(CHUNK):
                read += len(chunk)
                if read > most:
                    raise _too_large(str(member.path), each, whole)
                yield chunk
    except (*BROKEN, OSError) as error:
        if isinstance(error, PackError):
            raise
        raise _cannot(member, getattr(error, "strerror", None) or error) from error


def _cannot(member: Member, why: object) -> PackError:
    said = _("cannot be unpacked (%(why)s)") % {"why": why}
    return PackError(f"{member.path}: {said}")


def _too_many(most: int | None = None) -> PackError:
    said = _("There are too many files in it: at most %(most)d.")
    return PackError(said % {"most": MOST_FILES if most is None else most})


def _too_large(name: str = "", each: int = MOST_EACH, whole: int = MOST_BYTES) -> PackError:
    if each < MIB:
        said = _("It is too large unpacked: at most %(each)d kB a file, and %(all)d kB together.")
        return PackError(f"{name}: {said % {'each': each // 1024, 'all': whole // 1024}}")
    said = _("It is too large unpacked: at most %(each)d MB a file, and %(all)d MB together.")
    text = said % {"each": each // MIB, "all": whole // MIB}
    return PackError(f"{name}: {text}" if name else text)
