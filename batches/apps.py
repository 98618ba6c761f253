from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BatchesConfig(AppConfig):
    name = "batches"
    verbose_name = _("Imported files")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the kind of jobs known."""
        from jobs.tasks import kind  # noqa: PLC0415 - needs the models

        kind("table", "batches.job.work")
