from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


def derive_parts(**told: Any) -> None:
    """Give the clauses of an older database the parts and claims that they imply."""
    from evidence.claims import settle_all  # noqa: PLC0415 - needs the models

    settle_all(**told)


class EvidenceConfig(AppConfig):
    name = "evidence"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Watch for changes, deleted records and clauses in use; make the kind of jobs known."""
        from evidence import claims, history  # noqa: F401, PLC0415
        from evidence.passages import holding  # noqa: F401, PLC0415
        from evidence.search import attested, versions  # noqa: F401, PLC0415
        from jobs.tasks import kind  # noqa: PLC0415 - needs the models

        post_migrate.connect(derive_parts, sender=self)
        kind("regions", "evidence.search.members.work")
