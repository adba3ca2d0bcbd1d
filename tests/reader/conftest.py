from dataclasses import replace

import pytest

from apps.access.querysets import Visibility
from tests.factories import CollectionFactory, UserFactory, write_document
from tests.reader.repos_on_shelf import FILES, add_tree, synced
from tests.repos.data_folder import own_data_folder


@pytest.fixture
def public_read(settings):
    """Anonymous reading is on."""
    settings.PRESSMARK = replace(settings.PRESSMARK, public_read=True)


@pytest.fixture
def writer(client):
    """Somebody who is signed in and owns what the other fixtures make."""
    person = UserFactory(username="writer")
    client.force_login(person)
    return person


@pytest.fixture
def handbook(writer):
    """A private collection of the writer with two documents that link to each other."""
    collection = CollectionFactory(name="Handbook", owner=writer, description="How we work")
    write_document(collection, "guides/setup.md", SETUP)
    write_document(collection, "guides/rollback.md", "# Rollback\n\n## Steps\n\nGo back.\n")
    return collection


@pytest.fixture
def secrets():
    """A private collection of somebody else."""
    collection = CollectionFactory(name="Sentinel plans", visibility=Visibility.PRIVATE)
    write_document(collection, "sentinel.md", "# Sentinel title\n\nSentinel words.\n")
    return collection


@pytest.fixture
def library(writer, settings, tmp_path):
    """A synced private repository of the writer, with its working tree as ``tree``."""
    own_data_folder.__wrapped__(settings, tmp_path)
    row, tree = add_tree(tmp_path / "trees", FILES, owner=writer)
    row.tree = tree
    return synced(row)


SETUP = """---
owner: platform
tags: [deploy, "on call"]
---
# Setting up

Configure the workers. See [the rollback](rollback.md#steps) and [nowhere](missing.md).

## Steps

- [x] `first` <script>alert(1)</script>
"""
