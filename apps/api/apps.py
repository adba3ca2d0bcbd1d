from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The REST surface."""

    name = "apps.api"

    def ready(self) -> None:
        """Let drf-spectacular know how requests authenticate."""
        from apps.api import schema  # noqa: F401
