from django.apps import AppConfig
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Keep the vocabulary of rule concepts as the code has it, and how games ended known."""
        from games import study_job  # noqa: F401, PLC0415 - a kind of jobs
        from games.results import settle_all  # noqa: PLC0415
        from games.stored_concepts import store_vocabulary  # noqa: PLC0415

        post_migrate.connect(store_vocabulary, sender=self)
        post_migrate.connect(settle_all, sender=self)
