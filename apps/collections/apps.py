from django.apps import AppConfig


class CollectionsConfig(AppConfig):
    """Curated Markdown collections that people edit."""

    name = "apps.collections"
    verbose_name = "Collections"
