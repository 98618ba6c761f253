from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


def bring_up_to_date(**told: Any) -> None:
    """Make what is worked out from the rules that of the code, once tables are there."""
    from games.results import settle_all  # noqa: PLC0415 - needs the models
    from games.stored_concepts import store_vocabulary  # noqa: PLC0415

    store_vocabulary(**told)
    settle_all(**told)


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Keep the vocabulary of rule concepts as the code has it, and how games ended known."""
        from jobs.tasks import kind  # noqa: PLC0415

        post_migrate.connect(bring_up_to_date, sender=self)
        kind("study", "games.study_job.count_study", is_public=True)
        kind("readings", "games.readings_job.play_readings", is_public=True)
        kind("moments", "games.moments_job.work")
