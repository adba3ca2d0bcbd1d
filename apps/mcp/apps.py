from django.apps import AppConfig


class McpConfig(AppConfig):
    """The MCP surface."""

    name = "apps.mcp"
