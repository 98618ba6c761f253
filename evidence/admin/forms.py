"""The admin's forms: dates and points as people write them, checked before they are stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from evidence import dates, places
from evidence.dates.reading import read_any
from evidence.importers.corpus_files import CorpusError, Row
from evidence.importers.corpus_stories import Known, check_stories
from evidence.models import Evidence, Place, Source, Story
from evidence.sources import csl_year
from games.admin_base import ModelForm
from games.models import Ruleset


class Dated(ModelForm):
    """Something with a date, in words or EDTF."""

    def clean_date(self) -> str:
        """The date in canonical EDTF."""
        text: str = self.cleaned_data["date"].strip()
        try:
            return read_any(text).edtf if text else ""
        except dates.DateError as error:
            raise ValidationError(str(error)) from error


class EvidenceForm(Dated):
    """A record; its years and days follow from the date."""

    why = forms.CharField(
        required=False, label=_("reason"), help_text=_("why it is changed; kept in its history")
    )

    class Meta:
        model = Evidence
        exclude = ("year_from", "year_to", "day_from", "day_to", "regions")
        help_texts = {
            "date": _(
                "In words, as in c. 1350 BC, or EDTF: 1140, 156X, -0332/-0322 (-0331 is 332 BCE)"
            ),
        }

    def clean_portal_id(self) -> str | None:
        """Blank is none: two records may lack it."""
        return self.cleaned_data["portal_id"] or None

    def _post_clean(self) -> None:
        # Before the constraints are checked: the years must be those of the new date.
        span = dates.read(self.cleaned_data["date"]) if self.cleaned_data.get("date") else None
        for name in ("year_from", "year_to", "day_from", "day_to"):
            setattr(self.instance, name, span and getattr(span, name))
        super()._post_clean()  # type: ignore[misc]


class StoryForm(ModelForm):
    """A story; its steps are checked as those of a corpus are."""

    class Meta:
        model = Story
        fields = ("title", "slug", "position", "lede", "steps")

    def clean_steps(self) -> Any:
        """Steps with a title and at most one figure, naming what is stored."""
        steps = self.cleaned_data["steps"]
        records = Evidence.objects.values_list("identifier", flat=True)
        known = Known(set(records), set(Ruleset.objects.values_list("slug", flat=True)))
        try:
            check_stories([Row(Path("steps"), 0, {"steps": steps})], known)
        except CorpusError as error:
            raise ValidationError(str(error)) from error
        return steps


class SourceForm(ModelForm):
    """A source; title and year follow from its CSL-JSON where they are left blank."""

    class Meta:
        model = Source
        fields = ("citation", "slug", "title", "year", "csl")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["csl"].required = False

    def clean(self) -> dict[str, Any]:
        """Fill the blanks."""
        data = self.cleaned_data
        csl = data["csl"] = data.get("csl") or {}
        if not isinstance(csl, dict):
            raise ValidationError({"csl": _('An object is needed, as in {"type": "book"}.')})
        data["title"] = data.get("title") or csl.get("title") or ""
        data["year"] = csl_year(csl) if data.get("year") is None else data["year"]
        return data


class PlaceForm(ModelForm):
    """A place with its point in degrees, decimal or in the portal's way."""

    point = forms.CharField(
        required=False,
        label=_("point"),
        help_text=_("3.072086, 101.518394 or 3°4'19.51\"N, 101°31'6.22\"E; empty if not known"),
    )

    class Meta:
        model = Place
        fields = (
            "position", "name", "point", "region", "precision", "certainty", "role", "as_given",
            "note",
        )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.lat_u is not None and self.instance.lon_u is not None:
            point = places.Point(self.instance.lat_u, self.instance.lon_u)
            self.initial["point"] = places.print_decimal(point)

    def clean_point(self) -> places.Point | None:
        """The point, or None."""
        text = self.cleaned_data["point"].strip()
        try:
            return places.read_point(text) if text else None
        except places.PlaceError as error:
            raise ValidationError(str(error)) from error

    def clean(self) -> dict[str, Any]:
        """Refuse a place that is a point and a region at once."""
        data = self.cleaned_data
        if data.get("point") and data.get("region"):
            raise ValidationError(_("A place is a point or a region: clear one of the two."))
        return data

    def _post_clean(self) -> None:
        point = self.cleaned_data.get("point")
        self.instance.lat_u = point.lat_u if point else None
        self.instance.lon_u = point.lon_u if point else None
        super()._post_clean()  # type: ignore[misc]
