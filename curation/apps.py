from django.apps import AppConfig


class CurationConfig(AppConfig):
    name = "curation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Note what becomes of the texts of rules."""
        from curation.rulesets import history  # noqa: F401, PLC0415 - needs the models
