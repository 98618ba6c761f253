from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from people.matrix import Right


class CurationConfig(AppConfig):
    name = "evidence.editing.curation"
    label = "curation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Note what becomes of the texts of rules; list their drafts."""
        from evidence.editing.curation.rights import seen_by  # noqa: PLC0415 - needs the models
        from evidence.editing.curation.ruleset_models import RulesetDraft  # noqa: PLC0415 - needs the models
        from evidence.editing.curation.rulesets import history  # noqa: F401, PLC0415 - needs the models
        from evidence.editing.workflow.kinds import KINDS, Kind  # noqa: PLC0415 - needs the models

        KINDS.append(
            Kind(
                _("Texts of rules"), "ruleset-drafts", Right.DRAFT,
                lambda person: seen_by(person, RulesetDraft).filter(state__in=RulesetDraft.OPEN),
            )
        )  # fmt: skip
