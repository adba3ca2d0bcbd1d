"""What is taken away is gone with the very next request, at every surface, caches included."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from apps.access.grants import grants_of, revoke_access, set_visibility
from apps.access.models import AccessToken, User
from apps.access.people import delete_groups
from apps.access.principals import operator
from apps.access.querysets import Visibility
from apps.access.tokens import revoke_token, rotate_token
from apps.collections.models import Document
from apps.documents.models import RepoDocument
from tests.access.sights import OF_COLLECTION, OF_REPOSITORY, SECRET, SLUG, TEXT, Sights, Stage
from tests.cast import READ, grant, make_collection, make_group, make_token, make_user
from tests.factories import write_document
from tests.reader.repos_on_shelf import add_tree, synced
from tests.repos.data_folder import own_data_folder  # noqa: F401

pytestmark = pytest.mark.django_db
PAST = timedelta(days=1)


@pytest.fixture
def words_only(settings):
    embedding = replace(settings.PRESSMARK.embedding, provider="none")
    settings.PRESSMARK = replace(settings.PRESSMARK, embedding=embedding)


def staged(source, document, path: str) -> Stage:
    """A member of staff before this source."""
    person, browser = make_user("reader", is_staff=True), Client()
    browser.force_login(person)
    return Stage(person, source, make_token(person, SECRET), path, document, browser)


@pytest.fixture
def stage(words_only) -> Stage:
    source = make_collection("Runbooks", owner=make_user("owner"))
    write_document(source, "page.md", TEXT)
    document = Document.objects.get()
    path = f"/api/md-collections/{source.pk}/documents/{document.pk}"
    return staged(source, document, path)


@pytest.fixture
def repository_stage(words_only, own_data_folder, tmp_path) -> Stage:  # noqa: F811
    row, _ = add_tree(tmp_path, {"page.md": TEXT}, owner=make_user("owner"))
    source = synced(row)
    document = RepoDocument.objects.get()
    return staged(source, document, f"/api/repos/{SLUG}/documents/{document.pk}")


def by_grant(stage: Stage) -> None:
    grant(stage.source, stage.person, READ)


def by_group(stage: Stage) -> None:
    grant(stage.source, make_group("team", stage.person), READ)


def by_being_public(stage: Stage) -> None:
    set_visibility(user=operator(), source=stage.source, visibility=Visibility.PUBLIC)


def expire(stage: Stage, to: object) -> None:
    grants_of(stage.source, to).update(expires_at=timezone.now() - PAST)


def change_token(stage: Stage, **values: object) -> None:
    AccessToken.objects.filter(pk=stage.token.pk).update(**values)


def team(stage: Stage):
    return stage.person.groups.get()


BY_SESSION, BY_TOKEN = OF_COLLECTION
EVERYWHERE = {**BY_SESSION, **BY_TOKEN}
CASES = {
    "a grant is revoked": (
        by_grant,
        lambda s: revoke_access(user=operator(), source=s.source, to=s.person),
        EVERYWHERE,
    ),
    "a grant expires": (by_grant, lambda s: expire(s, s.person), EVERYWHERE),
    "a group's grant expires": (by_group, lambda s: expire(s, team(s)), EVERYWHERE),
    "a group is left": (by_group, lambda s: s.person.groups.clear(), EVERYWHERE),
    "a group is deleted": (
        by_group,
        lambda s: delete_groups(user=operator(), groups=[team(s)]),
        EVERYWHERE,
    ),
    "a source becomes private": (
        by_being_public,
        lambda s: set_visibility(user=operator(), source=s.source, visibility=Visibility.PRIVATE),
        EVERYWHERE,
    ),
    "a person is deactivated": (
        by_grant,
        lambda s: User.objects.filter(pk=s.person.pk).update(is_active=False),
        EVERYWHERE,
    ),
    "a person is deleted": (by_grant, lambda s: s.person.delete(), EVERYWHERE),
    "a token is revoked": (
        by_grant,
        lambda s: revoke_token(user=operator(), token_id=s.token.pk),
        BY_TOKEN,
    ),
    "a token gets a new secret": (
        by_grant,
        lambda s: rotate_token(user=operator(), token_id=s.token.pk),
        BY_TOKEN,
    ),
    "a token expires": (
        by_grant,
        lambda s: change_token(s, expires_at=timezone.now() - PAST),
        BY_TOKEN,
    ),
    "a token is limited to other sources": (
        by_grant,
        lambda s: change_token(s, source_ids=[]),
        BY_TOKEN,
    ),
    "a password is changed": (
        by_grant,
        lambda s: User.objects.filter(pk=s.person.pk).update(password="another"),
        BY_SESSION,
    ),
}


def seen(stage: Stage, sights: Sights) -> set[str]:
    return {name for name, sees in sights.items() if sees(stage)}


@pytest.mark.parametrize(("give", "take", "lost"), CASES.values(), ids=CASES)
def test_what_is_taken_away_is_gone_with_the_next_request(stage, give, take, lost):
    give(stage)
    stage.etag = stage.browser.get(stage.path)["ETag"]
    assert set(EVERYWHERE) - seen(stage, EVERYWHERE) == set()
    take(stage)
    assert seen(stage, EVERYWHERE) == set(EVERYWHERE) - set(lost)


def test_a_repository_is_gone_with_the_next_request_too(repository_stage):
    stage, everywhere = repository_stage, {**OF_REPOSITORY[0], **OF_REPOSITORY[1]}
    by_group(stage)
    assert set(everywhere) - seen(stage, everywhere) == set()
    stage.person.groups.clear()
    assert seen(stage, everywhere) == set()
