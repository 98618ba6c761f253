"""What was uploaded as pictures of our own making; a process of its own reads the file.

A file may be made to take a decoder's memory, time or more: nothing of it is decoded in a process
that has the database or a key. `evidence.pictures.redraw` is started for each file, without
environment, and stops at limits of its own.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from django.utils.translation import gettext as _

from config.bodies import MIB
from config.costly import costly
from evidence.pictures.redraw import LEAST_SIDE, MOST_PIXELS, SIDES

MOST_BYTES = 20 * MIB
SECONDS = 50  # of waiting, on a busy machine; the program itself has fewer, of a processor
PROGRAM = Path(__file__).with_name("redraw.py")
SIZES = tuple(SIDES)
VECTORS = (b"<svg", b"<?xml")


class PictureError(ValueError):
    """Why a file is not taken, in words for whoever sent it."""


@dataclass(frozen=True)
class Encoded:
    """A picture as it is kept: known by the SHA-256 of its largest size."""

    kind: str
    width: int
    height: int
    sizes: dict[str, bytes]

    @property
    def digest(self) -> str:
        """What it goes by."""
        return hashlib.sha256(self.sizes[SIZES[0]]).hexdigest()


@costly
def encoded(data: bytes) -> Encoded:
    """The picture in a file. Raises PictureError."""
    if len(data) > MOST_BYTES:
        raise PictureError(too_large())
    if not data:
        raise PictureError(_("The file is empty."))
    if data.lstrip()[:5].lower().startswith(VECTORS):
        said = _("This is a drawing in SVG or XML, not a picture: save it as PNG and send that.")
        raise PictureError(said)
    head, parts = _redrawn(data)
    if "refused" in head:
        raise PictureError(_reason(head))
    return Encoded(
        head["kind"], head["width"], head["height"], dict(zip(SIZES, parts, strict=True))
    )


def too_large() -> str:
    """The message for a file over the size limit."""
    return _("The file is too large: a picture has at most %(most)d MB.") % {
        "most": MOST_BYTES // MIB
    }


def _redrawn(data: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """What the program says, and the sizes that it has drawn. Raises PictureError."""
    with TemporaryFile() as drawn:
        try:
            subprocess.run(  # noqa: S603 - our own program
                [sys.executable, "-I", str(PROGRAM)],
                input=data, stdout=drawn, stderr=subprocess.DEVNULL, env={}, timeout=SECONDS,
                check=True,
            )  # fmt: skip
            drawn.seek(0)
            said = json.loads(drawn.readline())
            parts = [drawn.read(length) for length in said["sizes"]]
        except (subprocess.SubprocessError, OSError, ValueError, KeyError) as error:
            raise PictureError(
                _("The picture could not be drawn within the limits on memory and time. Save it"
                  " anew, smaller or in another format, and send that.")
            ) from error  # fmt: skip
    return said, parts


def _reason(said: dict[str, Any]) -> str:
    reasons = {
        "unknown": _("This is not a JPEG, PNG, WebP or TIFF file."),
        "damaged": _("The picture is damaged or not whole: it cannot be read to its end."),
        "pixels": _("The picture has %(width)d × %(height)d pixels: at most %(most)d million."),
        "small": _("The picture has %(width)d × %(height)d pixels: at least %(least)d a side."),
    }
    told = {"most": MOST_PIXELS // 1_000_000, "least": LEAST_SIDE, **said}
    return reasons[said["refused"]] % told
