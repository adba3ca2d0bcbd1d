from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Carries the commands that run the whole product."""

    name = "config"
