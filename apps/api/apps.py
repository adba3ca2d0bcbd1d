from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The REST surface."""

    name = "apps.api"
