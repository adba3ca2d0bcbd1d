from django.apps import AppConfig


class RetrievalConfig(AppConfig):
    """Embeds, searches, fuses and packs; the one door to content by query."""

    name = "apps.retrieval"
    verbose_name = "Questions"
