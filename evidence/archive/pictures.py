"""The files of pictures in an archive: beside the tables, each under its digest and size."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator

from evidence.archive.faults import ArchiveError
from evidence.archive.package import PICTURES, Member, Package, entry
from evidence.models import PictureFile
from evidence.pictures.encoding import SIZES
from evidence.pictures.files import path_of, read, write


def name_of(file: PictureFile, size: str) -> str:
    """What one size of a picture is called in the archive."""
    return f"{PICTURES}{path_of(file, size)}"


def write_pictures(package: zipfile.ZipFile) -> Iterator[Member]:
    """Write all files; what the manifest says of each. Raises OSError where one is not there."""
    for file in PictureFile.objects.order_by("digest").iterator():
        for size in SIZES:
            name = name_of(file, size)
            data = _read(file, size, name)
            info = entry(name)
            info.compress_type = zipfile.ZIP_STORED  # it is compressed already
            package.writestr(info, data)
            yield Member(name, 0, hashlib.sha256(data).hexdigest())


def _read(file: PictureFile, size: str, name: str) -> bytes:
    try:
        return read(file, size)
    except OSError as error:
        said = f"{name} is not in the storage for pictures, or cannot be read"
        raise OSError(error.errno, said) from error


def restore_pictures(package: Package) -> None:
    """Write the files of all pictures that were restored. Raises ArchiveError."""
    left = {name for name in package.members if name.startswith(PICTURES)}
    for file in PictureFile.objects.order_by("digest").iterator():
        for size in SIZES:
            name = name_of(file, size)
            if name not in left:
                raise ArchiveError(f"{name} is not in the archive")
            left.remove(name)
            data = package.zip.read(name)
            if size == SIZES[0] and hashlib.sha256(data).hexdigest() != file.digest:
                raise ArchiveError(f"{name} is another picture than its name says")
            write(file, size, data)
    if left:
        raise ArchiveError(f"{min(left)} belongs to no picture of the archive")
