"""The admin page of games, as far as evidence is concerned."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db import transaction
from django.http import HttpRequest

from evidence.history import revision
from evidence.history.shared import content_of, note_shared
from evidence.models import Evidence, GameRelation
from evidence.search.index import index_records
from games.admin import GameAdmin as PlainGameAdmin
from games.admin_base import TabularInline
from games.models import Game


class GameRelationInline(TabularInline):
    """What a game is to others, on its page; the history of the game has it."""

    model = GameRelation
    fk_name = "game"
    extra = 0
    autocomplete_fields = ("target", "source")


class GameAdmin(PlainGameAdmin):
    """Games, with what they are to others.

    The records of one are indexed when it is saved, for they are found by its names.
    """

    inlines = (*PlainGameAdmin.inlines, GameRelationInline)  # type: ignore[assignment]

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Index the records of the game once its aliases are stored; note its relations."""
        before = content_of(form.instance)
        with transaction.atomic(), revision(by=request.user):
            super().save_related(request, form, formsets, change)
            note_shared(form.instance, before)
        records = Evidence.objects.filter(game=form.instance)
        index_records(records.values_list("pk", flat=True))


# The games' own admin knows nothing of evidence.
admin.site.unregister([Game])
admin.site.register(Game, GameAdmin)
