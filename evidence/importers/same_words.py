"""Whether two texts say the same, however they are written."""

from __future__ import annotations

import re
import unicodedata


def folded(text: str) -> str:
    """Letters and digits alone, without case and accents."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(
        r"[\W_]+", " ", "".join(c for c in letters if not unicodedata.combining(c))
    ).strip()
