from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SuggestionsConfig(AppConfig):
    name = "suggestions"
    verbose_name = _("Suggestions")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say which clauses are spoken of."""
        from suggestions import holding  # noqa: F401, PLC0415 - needs the models
