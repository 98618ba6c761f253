from django.apps import AppConfig


class AnswerCacheConfig(AppConfig):
    name = "config.answer_cache"
    label = "answer_cache"
    default_auto_field = "django.db.models.BigAutoField"
