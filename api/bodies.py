"""JSON bodies: of a bounded size and depth, an object with known fields and no others."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

from api.errors import Refused


class TooLarge(exceptions.APIException):
    """A body that nobody reads. Status 413."""

    status_code = 413


class BoundedJSON(JSONParser):
    """JSON of a bounded depth that can be written as UTF-8 again; Django bounds its size."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """The values. Raises ParseError."""
        try:
            said = super().parse(stream, media_type, parser_context)
            _writable(said)
        except RecursionError as error:
            raise exceptions.ParseError(_("The JSON is nested too deeply.")) from error
        except UnicodeEncodeError as error:
            raise exceptions.ParseError(_("A text holds half of a character.")) from error
        return said


def _writable(said: Any) -> None:
    """Raise UnicodeEncodeError where a text cannot be written as UTF-8."""
    if isinstance(said, str):
        said.encode()
    elif isinstance(said, dict):
        for name, value in said.items():
            name.encode()
            _writable(value)
    elif isinstance(said, list):
        for value in said:
            _writable(value)


def read_object(request: Request, names: tuple[str, ...]) -> dict[str, Any]:
    """The body, an object with these fields and no others. Raises Refused and TooLarge."""
    try:
        data = request.data
    except RequestDataTooBig as error:
        most = {"most": settings.DATA_UPLOAD_MAX_MEMORY_SIZE}
        raise TooLarge(_("At most %(most)d bytes are read.") % most) from error
    if not isinstance(data, dict):
        raise Refused("", _("The body is an object with %(names)s.") % {"names": ", ".join(names)})
    for name in data:
        if name not in names:
            said = _("There is no field “%(name)s” here: use %(names)s.")
            raise Refused(name[:60], said % {"name": name[:60], "names": ", ".join(names)})
    return data
