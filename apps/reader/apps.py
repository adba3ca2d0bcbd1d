from django.apps import AppConfig


class ReaderConfig(AppConfig):
    """The HTML surface."""

    name = "apps.reader"
