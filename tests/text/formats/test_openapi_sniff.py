import pytest

from apps.text.formats.openapi.sniff import SNIFFED_BYTES, is_openapi


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"openapi: 3.1.0\ninfo:\n  title: T\npaths: {}\n", True),
        (b"# note\n---\n'swagger': '2.0'\ninfo: {}\n", True),
        (b'{"openapi": "3.0.0", "info": {}}', True),
        (b'\xef\xbb\xbf{\n  "swagger" : "2.0",\n  "paths": {}}', True),
        (b"kind: x\nspec:\n  openapi: 3\n  paths: 1\n", False),
        (b"openapi: 3.1.0\n", False),
        (b'{"name": "openapi", "paths": []}', False),
        (b"openapi: {{ version }}\ninfo: {}\n", False),
        (b"\xff\xfe", False),
        (b"", False),
    ],
)
def test_an_api_description_is_known_by_its_content(data, expected):
    head = data[:SNIFFED_BYTES].decode("utf-8", "replace")
    assert is_openapi(head) == expected
