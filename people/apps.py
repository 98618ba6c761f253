from django.apps import AppConfig
from django.db.models.signals import post_migrate


class PeopleConfig(AppConfig):
    name = "people"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Keep the groups as the matrix has them, nobody's rights raised, and the log written."""
        from people import guard, watch  # noqa: PLC0415
        from people.groups import store_groups  # noqa: PLC0415

        guard.connect()
        watch.connect()
        post_migrate.connect(store_groups, sender=self)
