from django.apps import AppConfig


class EvidenceConfig(AppConfig):
    name = "evidence"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Watch for changes, deleted records and clauses in use; make the kind of jobs known."""
        from evidence import attested, history, holding, versions  # noqa: F401, PLC0415
        from jobs.tasks import kind  # noqa: PLC0415 - needs the models

        kind("regions", "evidence.region_members.work")
