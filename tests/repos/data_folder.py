from dataclasses import replace

import pytest


@pytest.fixture(autouse=True)
def own_data_folder(settings, tmp_path):
    """Mirrors and uploads go where this test can see them all; a conftest imports this."""
    settings.PRESSMARK = replace(settings.PRESSMARK, data_dir=tmp_path / "data")
    settings.MEDIA_ROOT = tmp_path / "files"
