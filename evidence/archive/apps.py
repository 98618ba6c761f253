from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    name = "evidence.archive"
    label = "archive"
