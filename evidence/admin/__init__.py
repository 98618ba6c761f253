"""Where curators keep records, sources and regions; what is saved here is indexed at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from evidence.admin import claims as admin_claims  # noqa: F401 - registers its pages
from evidence.admin import games as admin_games  # noqa: F401 - registers its page
from evidence.admin.forms import EvidenceForm, PlaceForm, SourceForm, StoryForm
from evidence.admin.phrases import PhraseForm, PhraseFormSet
from evidence.history import note_before, note_version, revision
from evidence.models import (
    Citation,
    ClauseCitation,
    Evidence,
    Phrase,
    Place,
    Quotation,
    RecordVersion,
    Region,
    RulesetLink,
    Source,
    Story,
    Term,
)
from evidence.search.index import index_records
from evidence.search.members import delete_regions, index_soon
from evidence.search.versions import note_change
from evidence.vocabulary import IMPLIED_TERMS
from games.admin import ClauseAdmin as PlainClauseAdmin
from games.admin_base import ModelAdmin, StackedInline, TabularInline
from games.models import Clause
from jobs.models import Job
from jobs.queue import Refused


class PlaceInline(StackedInline):
    """The places of a record, on its page."""

    model = Place
    form = PlaceForm
    extra = 0
    autocomplete_fields = ("region",)


class CitationInline(TabularInline):
    """The sources of a record, on its page."""

    model = Citation
    extra = 0
    autocomplete_fields = ("source",)


class QuotationInline(StackedInline):
    """The exact words that a record rests on, on its page."""

    model = Quotation
    extra = 0
    autocomplete_fields = ("citation",)


class PhraseInline(TabularInline):
    """The phrases of a record that carry clauses, on its page."""

    model = Phrase
    form = PhraseForm
    formset = PhraseFormSet
    extra = 0
    autocomplete_fields = ("clause",)


class RulesetLinkInline(TabularInline):
    """How a record bears on rulesets, on its page."""

    model = RulesetLink
    extra = 0
    autocomplete_fields = ("ruleset",)


class ClauseCitationInline(TabularInline):
    """Where sources speak of a clause, on its page."""

    model = ClauseCitation
    extra = 0
    autocomplete_fields = ("source", "evidence")


class KnownFilter(admin.SimpleListFilter):
    """Records that lack a date or a place: they are easily forgotten."""

    title = _("what is not known")
    parameter_name = "lacks"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The choices."""
        return [("date", _("no date")), ("point", _("no place on the map"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The records that lack what was chosen."""
        if self.value() == "date":
            return queryset.filter(year_from=None, year_to=None)
        if self.value() == "point":
            placed = Place.objects.exclude(lat_u=None, region=None)
            return queryset.exclude(places__in=placed)
        return queryset


@admin.register(Evidence)
class EvidenceAdmin(ModelAdmin):
    """Records with all that belongs to them."""

    form = EvidenceForm
    list_display = ("identifier", "title", "game", "type", "date", "confidence", "checked_at")
    list_filter = ("type", KnownFilter, "terms__vocabulary", "regions__kind")
    list_select_related = ("game",)
    search_fields = ("identifier", "portal_id", "title", "game__name", "rules", "content")
    autocomplete_fields = ("game",)
    filter_horizontal = ("terms",)
    readonly_fields = ("years", "added_by", "added_at", "checked_by", "checked_at", "changed_at")
    inlines = (PlaceInline, CitationInline, QuotationInline, RulesetLinkInline, PhraseInline)
    actions = ("mark_checked",)

    @admin.display(description=_("years"))
    def years(self, record: Evidence) -> str:
        """The astronomical years that follow from the date."""
        ends = ("…" if year is None else str(year) for year in (record.year_from, record.year_to))
        return " – ".join(ends)

    def get_readonly_fields(self, request: HttpRequest, obj: Evidence | None = None) -> Any:
        """An identifier is permanent once it is given."""
        fields = super().get_readonly_fields(request, obj)
        return (*fields, "identifier") if obj else fields

    def save_model(self, request: HttpRequest, obj: Evidence, form: Any, change: bool) -> None:
        """Note who added the record, or what it was before."""
        if change:
            note_before(obj)
        else:
            obj.added_by_id = request.user.pk
        super().save_model(request, obj, form, change)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Complete the terms, then index: places, sources and terms are stored by now."""
        super().save_related(request, form, formsets, change)
        add_implied_terms(form.instance)
        with revision(form.cleaned_data["why"], request.user):
            note_version(form.instance)
        index_records([form.instance.pk])

    def delete_model(self, request: HttpRequest, obj: Evidence) -> None:
        """Note who deleted the record; its history stays."""
        with revision(by=request.user):
            super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Evidence]) -> None:
        """The same for several, as one act."""
        with revision(by=request.user):
            super().delete_queryset(request, queryset)

    @admin.action(description=_("Mark as checked by me"), permissions=["change"])
    def mark_checked(self, request: HttpRequest, queryset: QuerySet[Evidence]) -> None:
        """Note who checked the records, and when; nobody checks what they have written in."""
        others = queryset.exclude(_written_by(request.user.pk))
        pks, own = list(others.values_list("pk", flat=True)), queryset.count() - others.count()
        count = others.update(checked_by=request.user.pk, checked_at=timezone.now())
        note_change(pks)
        if count:
            said = ngettext("%d record marked as checked.", "%d records marked as checked.", count)
            self.message_user(request, said % count, messages.SUCCESS)
        if own:
            said = ngettext(
                "%d record is your own work: somebody else has to check it.",
                "%d records are your own work: somebody else has to check them.",
                own,
            )
            self.message_user(request, said % own, messages.WARNING)


def _written_by(person: int | None) -> Q:
    """Records that somebody has added, or made a version of."""
    versions = RecordVersion.objects.filter(identifier=OuterRef("identifier"), revision__by=person)
    return Q(added_by=person) | Q(Exists(versions))


def add_implied_terms(record: Evidence) -> None:
    """Add the terms without which others cannot hold."""
    names = {IMPLIED_TERMS.get(term.name) for term in record.terms.all()} - {None}
    for name in sorted(filter(None, names)):
        term, _created = Term.objects.get_or_create(vocabulary="uncertainty", name=name)
        record.terms.add(term)


@admin.register(Region)
class RegionAdmin(ModelAdmin):
    """Regions; which records lie in them is found out anew when one is moved or deleted."""

    list_display = ("name", "kind", "parent", "slug")
    list_filter = ("kind",)
    list_select_related = ("parent",)
    search_fields = ("name", "slug", "note")
    autocomplete_fields = ("parent",)
    prepopulated_fields = {"slug": ("name",)}

    def save_model(self, request: HttpRequest, obj: Region, form: Any, change: bool) -> None:
        """Index what may be inside now, or was; a name or a note moves no record."""
        super().save_model(request, obj, form, change)
        if not change or {"shape", "parent", "kind"} & set(form.changed_data):
            self._tell(request, partial(index_soon, {obj.pk}, request.user))

    def delete_model(self, request: HttpRequest, obj: Region) -> None:
        """Index what lay in the region: what was above it no longer follows from it."""
        self.delete_queryset(request, Region.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Region]) -> None:
        """The same for several."""
        self._tell(request, partial(delete_regions, queryset, request.user))

    def _tell(self, request: HttpRequest, index: Callable[[], Job | None]) -> None:
        try:
            job = index()
        except Refused as refused:
            said = _(
                "The records in this region could not be determined yet; save it again later. %s"
            )
            self.message_user(request, said % refused, messages.WARNING)
            return
        if job:
            said = _('Which records lie in it is being found out: <a href="{}">how far</a>.')
            self.message_user(request, format_html(str(said), job.get_absolute_url()))


@admin.register(Source)
class SourceAdmin(ModelAdmin):
    """Sources: one row however many records rest on it."""

    form = SourceForm
    list_display = ("citation", "year", "slug")
    search_fields = ("citation", "title", "slug")

    def save_model(self, request: HttpRequest, obj: Source, form: Any, change: bool) -> None:
        """Index the records that rest on it: they are found by its words."""
        super().save_model(request, obj, form, change)
        index_records(_pks(Evidence.objects.filter(citations__source=obj)))


@admin.register(Story)
class StoryAdmin(ModelAdmin):
    """Stories in their order; what steps name must be stored."""

    form = StoryForm
    list_display = ("title", "position", "slug")
    list_editable = ("position",)
    search_fields = ("title", "lede", "slug")
    prepopulated_fields = {"slug": ("title",)}


@admin.register(Term)
class TermAdmin(ModelAdmin):
    """The words of the vocabularies."""

    list_display = ("name", "vocabulary")
    list_filter = ("vocabulary",)
    search_fields = ("name",)


@admin.register(Citation)
class CitationAdmin(ModelAdmin):
    """Only to be searched from a quotation; citations are edited on their record."""

    search_fields = ("source__citation", "locator", "evidence__identifier")

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Not listed on the admin's front page."""
        return False


class ClauseAdmin(PlainClauseAdmin):
    """Clauses with where sources speak of them."""

    inlines = (ClauseCitationInline,)


def _pks(records: QuerySet[Evidence]) -> Iterable[int]:
    return records.values_list("pk", flat=True).distinct()


# The games' own admin knows nothing of evidence.
admin.site.unregister([Clause])
admin.site.register(Clause, ClauseAdmin)
