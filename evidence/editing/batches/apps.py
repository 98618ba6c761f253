from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from people.matrix import Right


class BatchesConfig(AppConfig):
    name = "evidence.editing.batches"
    label = "batches"
    verbose_name = _("Imported files")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the kind of jobs known, and list what is in review."""
        from evidence.editing.batches.models import Batch  # noqa: PLC0415 - needs the models
        from evidence.editing.workflow.kinds import KINDS, Kind  # noqa: PLC0415 - needs the models
        from jobs.tasks import kind  # noqa: PLC0415 - needs the models

        kind("table", "evidence.editing.batches.job.work")
        waiting = Batch.objects.filter(state=Batch.State.REVIEW)
        KINDS.append(Kind(_("Import files"), "batches", Right.EDIT, lambda _person: waiting.all()))
