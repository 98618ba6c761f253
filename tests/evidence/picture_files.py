"""Files of pictures, good and bad, drawn here."""

import struct
import zlib
from io import BytesIO

from PIL import Image, ImageDraw
from PIL.PngImagePlugin import PngInfo

SIDE = 64


def board(size=(400, 300), mode="RGB"):
    """A board of nine squares on paper."""
    image = Image.new("RGB", size, "#f4e9d2")
    draw = ImageDraw.Draw(image)
    for at in range(9):
        x, y = 40 + at % 3 * 70, 30 + at // 3 * 70
        draw.rectangle((x, y, x + 70, y + 70), fill="#cda878" if at % 2 else None, outline="black")
    return image.convert(mode)


def written(image, kind, **more):
    out = BytesIO()
    image.save(out, kind, **more)
    return out.getvalue()


def jpeg(**more):
    return written(board(), "JPEG", **more)


def with_metadata():
    """A photograph that says where and by whom it was taken, and lies on its side."""
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x013B] = "Secret Person"
    exif.get_ifd(0x8825)[1] = "N"
    return jpeg(exif=exif, comment=b"secret words")


def with_huge_exif():
    return jpeg(exif=b"Exif\0\0MM\0*\0\0\0\x08" + b"\xff" * 65_000)


def _chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def png_of(width, height, rows=b"", more=b""):
    """A PNG that promises so many pixels, whatever it has."""
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    data = _chunk(b"IDAT", zlib.compress(rows))
    return b"\x89PNG\r\n\x1a\n" + head + more + data + _chunk(b"IEND", b"")


def text_bomb():
    """A PNG with a text that unpacks to seventy megabytes."""
    packed = zlib.compress(b"a" * 70_000_000, 9)
    return png_of(SIDE, SIDE, b"\0" * (SIDE + 1) * SIDE, _chunk(b"zTXt", b"a\0\0" + packed))


def with_text():
    info = PngInfo()
    info.add_text("Author", "Secret Person")
    return written(board(), "PNG", pnginfo=info)


def polyglot():
    """A picture that goes on as a page with a script."""
    return jpeg() + b"<html><script>alert(1)</script></html>"


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
