from django.apps import AppConfig
from django.db.models.signals import post_migrate


class PeopleConfig(AppConfig):
    name = "people"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Keep the groups as the matrix has them, and nobody's rights raised."""
        from people import guard  # noqa: PLC0415
        from people.groups import store_groups  # noqa: PLC0415

        guard.connect()
        post_migrate.connect(store_groups, sender=self)
