from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    """Repository documents: discovery, sections, chunks, mentions."""

    name = "apps.documents"
    verbose_name = "Content"
