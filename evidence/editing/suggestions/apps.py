from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from people.matrix import Right


class SuggestionsConfig(AppConfig):
    name = "evidence.editing.suggestions"
    label = "suggestions"
    verbose_name = _("Suggestions")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say which clauses are spoken of, and list what waits for an answer."""
        from evidence.editing.suggestions import holding  # noqa: F401, PLC0415 - needs the models
        from evidence.editing.suggestions.models import Suggestion  # noqa: PLC0415 - needs the models
        from evidence.editing.workflow.kinds import KINDS, Kind  # noqa: PLC0415 - needs the models

        waiting = Suggestion.objects.filter(state=Suggestion.State.WAITING).order_by("pk")
        title = _("Suggestions of readers")
        KINDS.append(Kind(title, "suggestions", Right.MODERATE, lambda _person: waiting.all()))
