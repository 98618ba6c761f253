"""The files of pictures, in the storage that the settings name `pictures`."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages

from evidence.models import PictureFile
from evidence.pictures.encoding import Encoded, encoded

Person = AbstractBaseUser | AnonymousUser | None


def storage() -> Storage:
    """Where the files are."""
    return storages["pictures"]


def path_of(file: PictureFile, size: str) -> str:
    """The name of one of its sizes in the storage."""
    return f"{file.digest[:2]}/{file.digest}-{size}.{file.ending}"


def keep(data: bytes, person: Person = None) -> PictureFile:
    """Keep the picture in a file; one that is there already is kept once. Raises PictureError."""
    return keep_encoded(encoded(data), person)


def keep_encoded(found: Encoded, person: Person = None) -> PictureFile:
    """Keep a picture that was drawn."""
    by: Any = person if person is not None and person.pk else None
    values = {"kind": found.kind, "width": found.width, "height": found.height, "uploaded_by": by}
    file = PictureFile.objects.filter(digest=found.digest).first()
    file = file or PictureFile(digest=found.digest, **values)
    for size, content in found.sizes.items():
        write(file, size, content)
    if file.pk is None:
        file, _new = PictureFile.objects.get_or_create(digest=found.digest, defaults=values)
    return file


def write(file: PictureFile, size: str, content: bytes) -> None:
    """Write one of its sizes, unless it is there: what is there has the same digest."""
    path = path_of(file, size)
    if not storage().exists(path):
        storage().save(path, ContentFile(content))


def read(file: PictureFile, size: str) -> bytes:
    """One of its sizes. Raises OSError where it is not there."""
    with storage().open(path_of(file, size)) as stored:
        return bytes(stored.read())
