from django.apps import AppConfig


class EvidenceConfig(AppConfig):
    name = "evidence"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Watch for changes of the corpus, and for records that are deleted."""
        from evidence import history, versions  # noqa: F401, PLC0415
