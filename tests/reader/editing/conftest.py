import pytest

from apps.collections.models import Document


@pytest.fixture
def setup(handbook) -> Document:
    """The page that most tests edit."""
    return Document.objects.get(source_key="guides/setup.md")
