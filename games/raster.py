"""SVG of positions as PNG, and that of a line of play as an animated GIF.

resvg draws it with the font in fixtures/fonts, so that no font of the machine is needed. Both
libraries are large: whoever needs none of this does not import it.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import resvg_py
from django.conf import settings
from PIL import Image

from config.costly import costly
from games.pictures import size_of

FONT = settings.BASE_DIR / "fixtures" / "fonts" / "board.ttf"
COLOURS = 64
STEP, REST = 900, 2500  # milliseconds: a ply, and the last one


@costly
def drawn_png(picture: str, longest: int) -> bytes:
    """`png`, by a process for such work."""
    return png(picture, longest)


@costly
def drawn_gif(pictures: Sequence[str], longest: int) -> bytes:
    """`gif`, by a process for such work."""
    return gif(pictures, longest)


def png(picture: str, longest: int) -> bytes:
    """An SVG as PNG, its longer side `longest` pixels."""
    _x, _y, width, height = size_of(picture)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=picture,
            width=longest if width >= height else None,
            height=longest if width < height else None,
            skip_system_fonts=True,
            font_files=[str(FONT)],
        )
    )


def gif(pictures: Sequence[str], longest: int) -> bytes:
    """SVGs of one size as a GIF that plays them again and again, resting at the last."""
    frames = [Image.open(BytesIO(png(each, longest))).convert("RGB") for each in pictures]
    palette = _palette(frames)
    flat = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    out = BytesIO()
    flat[0].save(
        out, "GIF", save_all=True, append_images=flat[1:], loop=0, optimize=False,
        duration=[STEP] * (len(flat) - 1) + [REST],
    )  # fmt: skip
    return out.getvalue()


def _palette(frames: Sequence[Image.Image]) -> Image.Image:
    """The colours of the first, the middle and the last frame together."""
    chosen = [frames[0], frames[len(frames) // 2], frames[-1]]
    width, height = frames[0].size
    together = Image.new("RGB", (width, height * len(chosen)))
    for place, frame in enumerate(chosen):
        together.paste(frame, (0, place * height))
    return together.quantize(COLOURS, dither=Image.Dither.NONE)
