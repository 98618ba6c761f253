"""Coordinates of places that the form has by name alone, from the gazetteer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.http import QueryDict
from django.utils.translation import gettext as _

from evidence.places import print_decimal
from evidence.places.gazetteer import towns_called
from evidence.vocabulary import Precision

NAME = re.compile(r"(places-[0-9]{1,3})-name", re.ASCII)
OTHERWISE = ("point", "region", "outline")  # where a place is located already
MOST = 5  # towns of one name that are listed


def locate(data: QueryDict) -> Iterator[str]:
    """Fill in the coordinates of towns of which there is one; says which others there are not."""
    for field in list(data):
        row = NAME.fullmatch(field)
        name = str(data[field]).strip()
        if not row or not name or any(data.get(f"{row[1]}-{each}") for each in OTHERWISE):
            continue
        towns = towns_called(name, MOST, whole=True)
        if len(towns) == 1:
            data[f"{row[1]}-point"] = print_decimal(towns[0].point)
            data[f"{row[1]}-precision"] = data.get(f"{row[1]}-precision") or Precision.TOWN.value
        elif towns:
            places = "; ".join(f"{town.where} ({print_decimal(town.point)})" for town in towns)
            said = _("Several towns are called “%(name)s”: %(places)s. Copy the right one.")
            yield said % {"name": name, "places": places}
        else:
            yield _("No town is called “%(name)s”: write its coordinates.") % {"name": name}
