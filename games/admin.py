"""Where curators keep games, rulesets and recorded play."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin_base import ModelAdmin, StackedInline, TabularInline
from games.library_admin import DefinitionLibraryAdmin
from games.models import (
    Clause,
    Game,
    GameAlias,
    Match,
    Moment,
    PlayedReading,
    Ruleset,
    SolvedGame,
    Study,
)
from games.results import settle
from games.stored_concepts import clauses_stored, store_concepts
from games.weighing import weigh

__all__ = ["DefinitionLibraryAdmin"]  # registered where it is


class GameAliasInline(TabularInline):
    """Other names of a game, on its page."""

    model = GameAlias
    extra = 0


class ClauseInline(StackedInline):
    """The clauses of a ruleset, on its page."""

    model = Clause
    extra = 0


class MomentInline(TabularInline):
    """The moments of a recorded game, on its page."""

    model = Moment
    extra = 0
    autocomplete_fields = ("clause",)


@admin.register(Game)
class GameAdmin(ModelAdmin):
    """Games with their other names."""

    list_display = ("name", "native_name", "category", "slug")
    list_filter = ("category",)
    search_fields = ("name", "native_name", "aliases__name", "description")
    prepopulated_fields = {"slug": ("name",)}
    inlines = (GameAliasInline,)


@admin.register(Ruleset)
class RulesetAdmin(ModelAdmin):
    """Rulesets: their text and clauses. Curators only look; they have an editor."""

    list_display = ("name", "game", "kind", "slug")
    list_filter = ("kind",)
    list_select_related = ("game",)
    search_fields = ("name", "game__name", "game__aliases__name", "text")
    autocomplete_fields = ("game",)
    readonly_fields = ("digest",)
    inlines = (ClauseInline,)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Work out the concepts, once text and clauses are stored."""
        super().save_related(request, form, formsets, change)
        store_concepts(form.instance)
        clauses_stored.send(Ruleset, ruleset=form.instance, by=request.user)


@admin.register(Clause)
class ClauseAdmin(ModelAdmin):
    """Single clauses, to find one across rulesets."""

    list_display = ("title", "ruleset", "name", "status")
    list_filter = ("status", "ruleset")
    list_select_related = ("ruleset",)
    search_fields = ("title", "name", "text", "ruleset__name")
    autocomplete_fields = ("ruleset",)

    def save_model(self, request: HttpRequest, obj: Clause, form: Any, change: bool) -> None:
        """Save it, and say anew which concepts of its ruleset come from it."""
        super().save_model(request, obj, form, change)
        store_concepts(obj.ruleset)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Say that the clause is stored, once what it rests on is."""
        super().save_related(request, form, formsets, change)
        clauses_stored.send(Ruleset, ruleset=form.instance.ruleset, by=request.user)


@admin.register(Match)
class MatchAdmin(ModelAdmin):
    """Recorded games; a game is bound to the text of its rules when it is saved."""

    list_display = ("title", "ruleset", "slug", "origin", "result", "fits")
    list_filter = ("origin", "result", "ruleset")
    list_select_related = ("ruleset",)
    search_fields = ("title", "slug", "note", "ruleset__name")
    autocomplete_fields = ("ruleset",)
    readonly_fields = ("digest", "origin", "seed", "result")
    inlines = (MomentInline,)

    @admin.display(boolean=True, description=_("fits its rules"))
    def fits(self, match: Match) -> bool:
        """Whether the rules still read as they did when the game was recorded."""
        return match.digest == match.ruleset.digest

    def save_model(self, request: HttpRequest, obj: Match, form: Any, change: bool) -> None:
        """Bind a game whose play changes to the rules as they are, and say how it ended."""
        if {"ruleset", "options", "setup", "moves"} & set(form.changed_data):
            obj.digest = obj.ruleset.digest
        settle(obj)
        super().save_model(request, obj, form, change)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Say how clearly its moments are seen."""
        super().save_related(request, form, formsets, change)
        weigh(form.instance)


class FoundAdmin(ModelAdmin):
    """What commands and jobs have found: to look at, and to delete."""

    list_select_related = ("ruleset",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """It is found, not written."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nor are figures changed by hand."""
        return False


@admin.register(Study)
class StudyAdmin(FoundAdmin):
    """What `manage.py study` has counted."""

    list_display = ("ruleset", "without", "games", "done", "seed", "changed")
    list_filter = ("ruleset",)
    exclude = ("tally",)


@admin.register(PlayedReading)
class PlayedReadingAdmin(FoundAdmin):
    """Readings that computer players have played."""

    list_display = ("ruleset", "control", "options", "rounds", "out", "changed")
    list_filter = ("ruleset",)
    exclude = ("tally",)


@admin.register(SolvedGame)
class SolvedGameAdmin(FoundAdmin):
    """Values of solved games."""

    list_display = ("ruleset", "options", "endless", "made")
    list_filter = ("ruleset",)
