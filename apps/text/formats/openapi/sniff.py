"""Tell an API description from other YAML and JSON at a glance."""

import re

_SNIFFED = 64 * 1024
SNIFFED_BYTES = 4 * _SNIFFED
"""So many bytes of UTF-8 hold all the characters that are looked at."""
_YAML_KEY = re.compile(r"""^["']?(?:openapi|swagger)["']?[ \t]*:[ \t]*["']?[0-9]""", re.MULTILINE)
_JSON_KEY = re.compile(r"""[{,]\s*["'](?:openapi|swagger)["']\s*:\s*["']?[0-9]""")
_FIELDS = re.compile(r"""["']?\b(?:paths|webhooks|components|info)["']?\s*:""")


def is_openapi(source: str) -> bool:
    """Tell whether a text is an OpenAPI or Swagger document, by its first 64 Ki characters.

    It must give the version of the specification at the top and have one of its sections.
    """
    head = source[:_SNIFFED].lstrip("\ufeff \t\r\n")
    key = _JSON_KEY if head.startswith("{") else _YAML_KEY
    return key.search(head) is not None and _FIELDS.search(head) is not None
