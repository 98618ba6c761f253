"""Files that are sent as pictures: none, too much of one, and pictures that hide something."""

from __future__ import annotations

import gzip
import struct
import zlib
from collections.abc import Callable
from functools import cache
from io import BytesIO
from random import Random

from PIL import Image

from benchmarks.hostile_inputs import BREAKOUTS, MARK

BOUNDARY = "edge-of-a-picture-that-no-picture-holds"
RIGHTS = {
    "alt": "A board", "holder": "A museum", "credit": "A. B.",
    "licence": "https://creativecommons.org/publicdomain/zero/1.0/",
}  # fmt: skip
SVG = f'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><b {MARK}/></svg>'.encode()
OTHERS = [
    SVG, b"\xef\xbb\xbf" + SVG, b" \n\t" + SVG, b"<!-- -->" + SVG, b"<?xml version='1.0'?>" + SVG,
    b"<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>" + SVG, gzip.compress(SVG, mtime=0),
    SVG.decode().encode("utf-16"), b"<html><script>alert(1)</script>", b"%PDF-1.7\n", b"GIF89a;",
    b"BM" + b"\0" * 90, b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", b"8BPS\0\1",
    b"PK\3\4" + b"\0" * 40, b"\0\0\1\0\1\0", b"#!/bin/sh\n", b"<?php phpinfo();", b"", b"\0",
]  # fmt: skip
STARTS = [b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"RIFF\x40\0\0\0WEBPVP8X", b"II*\0", b"MM\0*"]
# What programs write beside a picture: none of it is kept.
METADATA = [
    MARK.encode(), b"Exif\0", b"http://ns.adobe.com", b"ICC_PROFILE", b"tEXt", b"zTXt", b"iTXt",
    b"iCCP", b"eXIf", b"<script", b"Secret",
]  # fmt: skip
BOMB = 200_000_000  # bytes that a small chunk unpacks to


def with_rights(file: bytes) -> tuple[bytes, str]:
    """The body of a form that adds a picture, and its content type."""
    head = f"--{BOUNDARY}\r\nContent-Disposition: form-data; name="
    fields = "".join(f'{head}"{name}"\r\n\r\n{value}\r\n' for name, value in RIGHTS.items())
    sent = f'{fields}{head}"upload"; filename="../../x.php"\r\nContent-Type: image/jpeg\r\n\r\n'
    return (
        sent.encode() + file + f"\r\n--{BOUNDARY}--\r\n".encode(),
        f"multipart/form-data; boundary={BOUNDARY}",
    )


def no_picture(random: Random) -> bytes:
    """A file of which nothing can be kept."""
    makers: list[Callable[[Random], bytes]] = [
        lambda random: random.choice(OTHERS),
        lambda random: random.choice(STARTS) + random.randbytes(random.randrange(3000)),
        _cut_off, _promised, _unpacked, _small,
    ]  # fmt: skip
    return random.choice(makers)(random)


def disguised(random: Random) -> bytes:
    """A picture with something in or behind it, whole or with some bytes changed."""
    file = random.choice(_hiding())
    if random.random() < 0.5:
        return file + random.choice([*BREAKOUTS, SVG.decode(), "PK\3\4"]).encode("utf-8", "replace")
    spoilt = bytearray(file)
    for _ in range(random.randint(1, 20)):
        spoilt[random.randrange(len(spoilt))] = random.randrange(256)
    return bytes(spoilt)


def kept_secret() -> str:
    """What the picture that was kept last says beside what can be seen; empty if nothing."""
    from evidence.models import PictureFile
    from evidence.pictures.encoding import SIZES
    from evidence.pictures.files import read

    file = PictureFile.objects.order_by("-pk")[0]
    sizes = [read(file, size) for size in SIZES]
    return ", ".join(repr(word) for word in METADATA if any(word in size for size in sizes))


def _cut_off(random: Random) -> bytes:
    file = random.choice(_hiding()[:4])
    return file[: random.randint(8, len(file) // 2)]


def _promised(random: Random) -> bytes:
    """More than a hundred million pixels are promised, and none is there."""
    width = random.choice([10_001, 30_000, 100_000_000])
    height = 100_000_000 // width + random.randint(1, 1000)
    kinds = [png(width, height), _tiff(width, height), _jpeg_of(65_500, 65_500)]
    return random.choice(kinds)


def _unpacked(random: Random) -> bytes:
    """A hundred million pixels in some kilobytes; a text that unpacks to two hundred million."""
    return random.choice([_pixels(), _text()])


def _small(random: Random) -> bytes:
    return _written((random.randint(1, 31), random.randint(1, 400)), "PNG")


@cache
def _pixels() -> bytes:
    return png(10_000, 10_000, b"\0" * 10_001 * 10_000)


@cache
def _text() -> bytes:
    packed = zlib.compress(b"a" * BOMB, 9)
    return png(64, 64, b"\0" * 65 * 64, _chunk(b"zTXt", b"a\0\0" + packed))


@cache
def _hiding() -> list[bytes]:
    """Pictures with metadata of all kinds, and some whose metadata are a trap."""
    exif = Image.Exif()
    exif[0x010E] = f"<b {MARK}>Secret"
    exif[0x0112] = 6  # lies on its side
    loop = b"Exif\0\0MM\0*\0\0\0\x08\xff\xff" + b"\x87\x69\0\4\0\0\0\1\0\0\0\x08" * 5000
    packed = zlib.compress(b"\0" * BOMB, 9)
    rows = b"\0" * 65 * 64
    return [
        _written((400, 300), "JPEG", exif=exif, comment=f"<b {MARK}>".encode()),
        _written((400, 300), "PNG", exif=exif),
        _written((400, 300), "WEBP", exif=exif, xmp=SVG),
        _written((400, 300), "TIFF", description=f"<b {MARK}>Secret"),
        _written((400, 300), "JPEG", exif=loop),
        _written((400, 300), "JPEG", icc_profile=f"<b {MARK}>".encode() * 3000),
        png(64, 64, rows, _chunk(b"tEXt", b"Author\0Secret " + SVG)),
        png(64, 64, rows, _chunk(b"iCCP", b"a\0\0" + packed)),
    ]


def _written(size: tuple[int, int], kind: str, **more: object) -> bytes:
    out = BytesIO()
    Image.linear_gradient("L").resize(size).convert("RGB").save(out, kind, **more)
    return out.getvalue()


def png(width: int, height: int, rows: bytes = b"", more: bytes = b"") -> bytes:
    """A PNG that promises so many grey pixels, whatever it has."""
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    data = _chunk(b"IDAT", zlib.compress(rows, 9))
    return b"\x89PNG\r\n\x1a\n" + head + more + data + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _tiff(width: int, height: int) -> bytes:
    tags = [(256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1),
            (278, height), (279, 1)]  # fmt: skip
    rows = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
    return b"II*\0\x08\0\0\0" + struct.pack("<H", len(tags)) + rows + b"\0\0\0\0"


def _jpeg_of(width: int, height: int) -> bytes:
    """A JPEG whose frame promises so many pixels."""
    file = _written((64, 64), "JPEG")
    place = file.index(b"\xff\xc0") + 5
    return file[:place] + struct.pack(">HH", height, width) + file[place + 4 :]
