"""Where those who look after the site see all jobs, and cancel some."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from jobs import queue
from jobs.models import Job

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Job]
else:
    ModelAdmin = admin.ModelAdmin


@admin.register(Job)
class JobAdmin(ModelAdmin):
    """Jobs are asked for on pages; here they are looked at, cancelled and deleted."""

    list_display = ("title", "kind", "state", "done", "total", "by", "asked", "ended")
    list_filter = ("kind", "state")
    list_select_related = ("by",)
    actions = ("cancel",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Jobs are asked for where what they do is shown."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Nothing of a job is changed by hand."""
        return [field.name for field in Job._meta.fields]

    @admin.action(description=_("Cancel"), permissions=["change"])
    def cancel(self, request: HttpRequest, chosen: QuerySet[Job]) -> None:
        """End the chosen jobs where they are."""
        for job in chosen:
            queue.cancel(job)
