"""The services of repositories, called with what the forms hold."""

import uuid
from typing import Any, cast

from django.core.files.uploadedfile import UploadedFile

from apps.access.principals import Principal
from apps.access.querysets import Visibility
from apps.repos.adding import add_archive_repository, add_git_repository
from apps.repos.catalogue import delete_repository, update_repository
from apps.repos.models import Repository
from apps.repos.runs import request_sync
from apps.repos.settings import RepositorySettings


def add_by_url(*, user: Principal, visibility: str, credential: str, **values: Any) -> Repository:
    """`add_git_repository`, and the first sync with it."""
    if credential:
        values["credential"] = credential
    added = add_git_repository(user=user, visibility=Visibility(visibility), **values)
    request_sync(user=user, repository_id=added.pk)
    return added


def add_by_zip(
    *, user: Principal, file: "UploadedFile[Any]", visibility: str, **values: Any
) -> Repository:
    """`add_archive_repository`, and the sync that takes the zip in."""
    added = add_archive_repository(
        user=user,
        file=cast("Any", file),
        file_name=file.name or "upload.zip",
        visibility=Visibility(visibility),
        **values,
    )
    request_sync(user=user, repository_id=added.pk)
    return added


def replace_zip(
    *, user: Principal, file: "UploadedFile[Any]", repository: Repository
) -> Repository:
    """Another zip for a repository that came as one, and the sync that takes it in."""
    visibility = repository.visibility
    return add_by_zip(user=user, file=file, visibility=visibility, name=repository.slug)


def change_settings(*, user: Principal, repository: Repository, **values: Any) -> Repository:
    """`update_repository` with what differs: a schedule that stays begins no new interval."""
    differing = {
        name: value for name, value in values.items() if getattr(repository, name) != value
    }
    return update_repository(
        user=user, repository_id=repository.pk, **cast("RepositorySettings", differing)
    )


def change_secrets(
    *,
    user: Principal,
    repository_id: uuid.UUID,
    credential: str,
    remove_credential: bool,
    webhook_secret: str,
    remove_webhook_secret: bool,
) -> Repository:
    """`update_repository` with the secrets that were typed or are to be removed."""
    values: RepositorySettings = {}
    if credential or remove_credential:
        values["credential"] = "" if remove_credential else credential
    if webhook_secret or remove_webhook_secret:
        values["webhook_secret"] = "" if remove_webhook_secret else webhook_secret
    return update_repository(user=user, repository_id=repository_id, **values)


def change_repository_visibility(
    *, user: Principal, repository_id: uuid.UUID, visibility: str, confirmed: bool
) -> Repository:
    """`update_repository` with what the confirmed form holds."""
    del confirmed  # the form has seen to it
    return update_repository(
        user=user, repository_id=repository_id, visibility=Visibility(visibility)
    )


def remove_repository(*, user: Principal, repository_id: uuid.UUID, name: str) -> bool:
    """`delete_repository` for a form that asked for the name; True once it is hidden."""
    del name  # the form has compared it
    delete_repository(user=user, repository_id=repository_id)
    return True
