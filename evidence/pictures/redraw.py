"""A program that draws a picture anew: a file in, three sizes without metadata out.

It is started by `evidence.pictures.encoding` for one file, and knows of nothing else: before it
looks at the file it gives up memory, time, and the right to write files. It prints a line of JSON,
then the sizes one after the other.
"""

from __future__ import annotations

import json
import resource
import sys
import warnings
from contextlib import suppress
from io import BytesIO
from typing import Any

MIB = 1024 * 1024
MEMORY = 600 * MIB  # of data
SECONDS = 20  # of a processor
WRITTEN = 64 * MIB  # of what it prints
FILES = 32

FORMATS = ("JPEG", "PNG", "WEBP", "TIFF")
MOST_PIXELS = 40_000_000
LEAST_SIDE = 32
SIDES = {"full": 3000, "preview": 1200, "thumb": 360}  # pixels of the longer side, at most
QUALITY = 88
MOST_PNG = 8 * MIB
DEEP = ("I;16", "I;16L", "I;16B", "I;16N")


class Refused(Exception):
    """Why there is no picture, as a word and what belongs to it."""

    def __init__(self, why: str, **said: int) -> None:
        super().__init__(why)
        self.said = {"refused": why, **said}


def bind() -> None:
    """Give up what drawing does not need; there is no way back."""
    limits = {
        resource.RLIMIT_DATA: MEMORY,
        resource.RLIMIT_CPU: SECONDS,
        resource.RLIMIT_FSIZE: WRITTEN,
        resource.RLIMIT_NOFILE: FILES,
        resource.RLIMIT_CORE: 0,
    }
    for limit, wanted in limits.items():
        hard = resource.getrlimit(limit)[1]
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(limit, (most, most))


def redrawn(data: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """What the picture is, and its sizes, the largest first. Raises Refused."""
    picture = _flat(_opened(data))
    largest = _within(picture, SIDES["full"])
    kind = "png" if largest.mode == "RGBA" or picture.info.get("drawn") else "jpeg"
    whole = _written(largest, kind)
    if kind == "png" and len(whole) > MOST_PNG:
        kind, whole = "jpeg", _written(largest, "jpeg")
    width, height = largest.size
    sizes = [
        whole if max(width, height) <= side else _written(_within(largest, side), kind)
        for side in SIDES.values()
    ]
    return {"kind": kind, "width": width, "height": height}, sizes


def _opened(data: bytes) -> Any:
    """The picture, decoded."""
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - not before the limits hold

    Image.MAX_IMAGE_PIXELS = None  # the pixels are counted here
    try:
        picture = Image.open(BytesIO(data), formats=FORMATS)
    except UnidentifiedImageError as error:
        raise Refused("unknown") from error
    except Exception as error:
        raise Refused("damaged") from error
    width, height = picture.size
    if width * height > MOST_PIXELS:
        raise Refused("pixels", width=width, height=height)
    if min(width, height) < LEAST_SIDE:
        raise Refused("small", width=width, height=height)
    try:
        picture.draft(picture.mode, (SIDES["full"], SIDES["full"]))
        picture.load()
    except MemoryError:
        raise
    except Exception as error:
        raise Refused("damaged") from error
    return picture


def _flat(picture: Any) -> Any:
    """The picture upright, in greys, colours, or colours with transparency, without metadata."""
    from PIL import ImageOps  # noqa: PLC0415 - as above

    drawn = picture.mode in ("1", "P")
    profile = picture.info.get("icc_profile")
    with suppress(Exception):  # a picture whose metadata are broken stays as it lies
        picture = ImageOps.exif_transpose(picture)
    if picture.mode in DEEP:
        picture = picture.point(lambda value: value * (1 / 256)).convert("L")
    elif picture.mode in ("I", "F"):
        picture = _scaled(picture)
    if picture.has_transparency_data:
        flat = picture.convert("RGBA")
        if flat.getchannel("A").getextrema()[0] == 255:
            flat = flat.convert("RGB")
    elif picture.mode in ("1", "L"):
        flat = picture.convert("L")
    else:
        flat = _in_srgb(picture, profile) or picture.convert("RGB")
    flat.info = {"drawn": True} if drawn else {}
    return flat


def _scaled(picture: Any) -> Any:
    """Greys of any range as 256 of them."""
    least, most = picture.getextrema()
    factor = 255 / (most - least) if most > least else 0
    shift = -least * factor
    return picture.convert("F").point(lambda value: value * factor + shift).convert("L")


def _in_srgb(picture: Any, profile: bytes | None) -> Any:
    """The colours as browsers show them without a profile; None where they are that already."""
    from PIL import ImageCms  # noqa: PLC0415 - as above

    if not profile or picture.mode not in ("RGB", "CMYK"):
        return None
    with suppress(Exception):  # a profile that is broken is left aside
        given = ImageCms.ImageCmsProfile(BytesIO(profile))
        here = ImageCms.createProfile("sRGB")
        return ImageCms.profileToProfile(picture, given, here, outputMode="RGB")
    return None


def _within(picture: Any, side: int) -> Any:
    from PIL import Image  # noqa: PLC0415 - as above

    copy = picture.copy()
    copy.info = {}
    copy.thumbnail((side, side), Image.Resampling.LANCZOS, reducing_gap=3.0)
    return copy


def _written(picture: Any, kind: str) -> bytes:
    from PIL import Image  # noqa: PLC0415 - as above

    out = BytesIO()
    if kind == "png":
        picture.save(out, "PNG", optimize=True)
        return out.getvalue()
    if picture.mode == "RGBA":
        paper = Image.new("RGB", picture.size, "white")
        paper.paste(picture, mask=picture.getchannel("A"))
        picture = paper
    picture.save(out, "JPEG", quality=QUALITY, progressive=True, optimize=True)
    return out.getvalue()


def main() -> None:
    """Draw what comes in."""
    data = sys.stdin.buffer.read()
    bind()
    warnings.simplefilter("ignore")
    try:
        said, sizes = redrawn(data)
    except Refused as refused:
        said, sizes = refused.said, []
    head = json.dumps(said | {"sizes": [len(each) for each in sizes]})
    sys.stdout.buffer.write(head.encode() + b"\n" + b"".join(sizes))
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
