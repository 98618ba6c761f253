"""The addresses for programs: /api and /ogc, and all below them."""

from __future__ import annotations

import re
from typing import Any

ADDRESSES = r"^/(api|ogc)(/.*)?$"  # other sites may ask them, so CORS headers are on every answer
_MATCH = re.compile(ADDRESSES, re.DOTALL).match


def is_for_machines(path: str) -> bool:
    """Whether an address is one for programs: its errors are JSON, in the one shape."""
    return _MATCH(path) is not None


def error_shape(status: int, message: str, parameter: str | None = None) -> dict[str, Any]:
    """What every refusal of such an address is, whoever refuses: a view, a middleware, the server.

    `parameter` is the one to blame, if any.
    """
    return {"error": {"status": status, "parameter": parameter, "message": message}}
