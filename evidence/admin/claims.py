"""Admin pages of passages, of the parts of clauses, and of the claims about them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from evidence.admin.forms import Dated
from evidence.claims.identifiers import IdentifierError, canonical
from evidence.history import note_before, note_version, revision
from evidence.models import (
    Claim,
    ClauseCitation,
    ClausePart,
    Evidence,
    Holding,
    Identification,
    Name,
    OtherDate,
    Passage,
    Person,
    Picture,
    PictureFile,
    PictureMark,
    RecordRelation,
)
from evidence.search.index import index_records
from games.admin_base import ModelAdmin, ModelForm, TabularInline
from games.models import Ruleset
from games.stored_concepts import clauses_stored


class OnlySearched(ModelAdmin):
    """Rows that are edited on another page; only autocomplete fields look them up here."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Not listed on the admin's front page."""
        return False


class OfRecord(ModelAdmin):
    """Rows of a record; each change of one is a version of that record."""

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """A row stays with its record, whose versions it is in."""
        return ["evidence"] if obj else []

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Note what the record was before, and what it is now."""
        with transaction.atomic(), revision(by=request.user):
            note_before(obj.evidence)
            super().save_model(request, obj, form, change)
            note_version(obj.evidence)
            index_records([obj.evidence_id])

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Note the versions of its record before and after a row is deleted."""
        self.delete_queryset(request, self.model._default_manager.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        """The same for several, as one act."""
        records = {row.evidence for row in queryset.select_related("evidence")}
        with transaction.atomic(), revision(by=request.user):
            for record in records:
                note_before(record)
            super().delete_queryset(request, queryset)
            for record in records:
                note_version(record)
            index_records(record.pk for record in records)


@admin.register(Passage)
class PassageAdmin(OfRecord):
    """Passages of records."""

    list_display = ("evidence", "number", "text", "voice", "bearing")
    list_display_links = ("number", "text")
    list_filter = ("kind", "voice", "bearing")
    list_select_related = ("evidence__game",)
    search_fields = ("text", "evidence__identifier", "locator")
    autocomplete_fields = ("evidence", "source", "original")


@admin.register(Identification)
class IdentificationAdmin(OfRecord):
    """Which games records are evidence of, beside their primary game."""

    list_display = ("evidence", "game", "about", "certainty", "by")
    list_filter = ("certainty", "voice")
    list_select_related = ("evidence__game", "game", "source")
    search_fields = ("about", "evidence__identifier", "game__name", "who")
    autocomplete_fields = ("evidence", "game", "source")


@admin.register(OtherDate)
class OtherDateAdmin(OfRecord):
    """Dates of records beside their leading ones."""

    form = Dated
    list_display = ("evidence", "role", "date", "certainty", "by")
    list_filter = ("role", "certainty")
    list_select_related = ("evidence__game", "source")
    search_fields = ("as_given", "evidence__identifier", "who")
    autocomplete_fields = ("evidence", "source")


class PersonForm(ModelForm):
    """Somebody, with identifiers in their one form."""

    def clean_identifiers(self) -> str:
        """The addresses. Refuses what is no identifier."""
        try:
            return canonical(self.cleaned_data["identifiers"])
        except IdentifierError as error:
            raise ValidationError(str(error)) from error


@admin.register(Person)
class PersonAdmin(OfRecord):
    """Who had a part in what records describe."""

    form = PersonForm
    list_display = ("evidence", "name", "role", "identifiers", "by")
    list_filter = ("role", "certainty")
    list_select_related = ("evidence__game", "source")
    search_fields = ("name", "identifiers", "evidence__identifier", "who")
    autocomplete_fields = ("evidence", "source")


@admin.register(Holding)
class HoldingAdmin(OfRecord):
    """Where things are kept."""

    list_display = ("evidence", "museum", "collection", "number", "folio", "by")
    list_select_related = ("evidence__game", "source")
    search_fields = ("museum", "collection", "number", "evidence__identifier")
    autocomplete_fields = ("evidence", "source")


@admin.register(Name)
class NameAdmin(OfRecord):
    """What games, pieces, boards and moves are called."""

    list_display = ("evidence", "text", "of", "transliteration", "language", "by")
    list_filter = ("of", "language")
    list_select_related = ("evidence__game", "source")
    search_fields = ("text", "transliteration", "meaning", "evidence__identifier")
    autocomplete_fields = ("evidence", "source")


class MarkInline(TabularInline):
    """The regions that are marked on a picture, on its page."""

    model = PictureMark
    extra = 0
    autocomplete_fields = ("clause",)


@admin.register(Picture)
class PictureAdmin(OfRecord):
    """Pictures of records, with their rights and marks."""

    list_display = ("evidence", "caption", "alt", "holder", "licence")
    list_display_links = ("caption", "alt")
    list_select_related = ("evidence__game",)
    search_fields = ("alt", "caption", "holder", "credit", "evidence__identifier")
    autocomplete_fields = ("evidence", "file")
    inlines = (MarkInline,)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Note the version with its marks, too."""
        with transaction.atomic(), revision(by=request.user):
            super().save_related(request, form, formsets, change)
            note_version(form.instance.evidence)


@admin.register(PictureFile)
class PictureFileAdmin(ModelAdmin):
    """Uploaded pictures; they are added on the pages of curators, which draw them anew."""

    list_display = ("digest", "kind", "width", "height", "uploaded_by", "uploaded_at")
    search_fields = ("digest",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Not by hand: the file has to be drawn first."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """It is what its digest says."""
        return False


class RelationForm(ModelForm):
    """A relation to a record that is there, and is another one."""

    def clean(self) -> dict[str, Any]:
        """Refuse an identifier that leads nowhere, or back."""
        data = self.cleaned_data
        record = data.get("evidence") or Evidence(pk=self.instance.evidence_id)
        target = data.get("target", "")
        others = Evidence.objects.exclude(pk=record.pk)
        if target and not others.filter(identifier=target).exists():
            raise ValidationError({"target": _("There is no other record with this identifier.")})
        return data


@admin.register(RecordRelation)
class RecordRelationAdmin(OfRecord):
    """What records are to each other."""

    form = RelationForm
    list_display = ("evidence", "relation", "target", "certainty", "by")
    list_filter = ("relation", "certainty")
    list_select_related = ("evidence__game", "source")
    search_fields = ("target", "evidence__identifier", "who")
    autocomplete_fields = ("evidence", "source")


@admin.register(ClauseCitation)
class ClauseCitationAdmin(OnlySearched):
    """Citations of clauses, to be found from a claim; they are edited on their clause."""

    search_fields = ("source__citation", "locator", "clause__title")


class ClaimInline(TabularInline):
    """The claims about a part, on its page."""

    model = Claim
    extra = 0
    autocomplete_fields = ("passage", "citation")
    exclude = ("author",)


@admin.register(ClausePart)
class ClausePartAdmin(ModelAdmin):
    """Parts of clauses; one that is saved here counts as entered, and gives its clause its status.

    Where the last entered part of a clause is deleted, its status stays as it is.
    """

    list_display = ("text", "clause", "ruleset", "derived")
    list_filter = ("derived", "clause__ruleset")
    list_select_related = ("clause__ruleset",)
    search_fields = ("text", "clause__title", "clause__name", "clause__ruleset__name")
    autocomplete_fields = ("clause",)
    inlines = (ClaimInline,)

    def get_readonly_fields(self, request: HttpRequest, obj: ClausePart | None = None) -> list[str]:
        """A part stays with its clause, whose status follows from it."""
        return ["clause"] if obj else []

    @admin.display(description="ruleset")
    def ruleset(self, part: ClausePart) -> Ruleset:
        """That of the clause."""
        return part.clause.ruleset

    def save_model(self, request: HttpRequest, obj: ClausePart, form: Any, change: bool) -> None:
        """What is saved by hand is no longer derived."""
        obj.derived = False
        super().save_model(request, obj, form, change)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Note who entered a claim."""
        for claim in formset.save(commit=False):
            claim.author_id = claim.author_id or request.user.pk
            claim.save()
        for claim in formset.deleted_objects:
            claim.delete()

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Work out the status of the clause, and note the version."""
        super().save_related(request, form, formsets, change)
        clauses_stored.send(Ruleset, ruleset=form.instance.clause.ruleset, by=request.user)

    def delete_model(self, request: HttpRequest, obj: ClausePart) -> None:
        """Delete a part; work out the status of its clause, and note the version."""
        ruleset = obj.clause.ruleset
        super().delete_model(request, obj)
        clauses_stored.send(Ruleset, ruleset=ruleset, by=request.user)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        """The same for several parts."""
        rulesets = {part.clause.ruleset for part in queryset.select_related("clause__ruleset")}
        super().delete_queryset(request, queryset)
        for ruleset in rulesets:
            clauses_stored.send(Ruleset, ruleset=ruleset, by=request.user)
