import pytest

from tests.factories import CollectionFactory


@pytest.fixture(autouse=True)
def _no_search_entries(settings):
    """Collections stand on their own; what retrieval makes of chunks is tested there."""
    settings.PRESSMARK_CHUNKS_STORED = ()


@pytest.fixture(autouse=True)
def _own_storage(settings, tmp_path):
    """Stored uploads go where this test can see them all."""
    settings.MEDIA_ROOT = tmp_path / "files"


@pytest.fixture
def collection():
    """An empty private collection."""
    return CollectionFactory()
