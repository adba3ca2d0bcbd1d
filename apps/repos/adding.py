"""Adding repositories: by address, as a zip, or as a folder of this machine."""

import uuid
from pathlib import Path
from typing import BinaryIO, Unpack

from django.conf import settings
from django.core.files import File
from django.db import IntegrityError, transaction

from apps.access.audit import record_change
from apps.access.errors import (
    DuplicateNameError,
    FieldError,
    ForbiddenError,
    InsufficientScopeError,
    InvalidRequestError,
)
from apps.access.grants import check_visibility_choice
from apps.access.models import User
from apps.access.principals import Principal, acting_token, is_admin, stored_user
from apps.access.querysets import Action, Visibility, require
from apps.repos.addresses import Slug, check_url, parse_slug, slug_of_url
from apps.repos.archives import check_archive, slug_of_file
from apps.repos.models import Origin, Repository
from apps.repos.settings import RepositorySettings, check_settings


def add_git_repository(
    *,
    user: Principal,
    url: str,
    name: str = "",
    visibility: Visibility = Visibility.PRIVATE,
    owner: User | None = None,
    **values: Unpack[RepositorySettings],
) -> Repository:
    """Add a repository that is fetched from an ``https://`` address; nothing is fetched yet.

    ``name`` is ``HOST/OWNER/NAME``, by default that of the address. Raises `ForbiddenError` for
    whoever is no admin, `InvalidRequestError`, or `DuplicateNameError`.
    """
    check_may_add(user)
    parts = check_url(url.strip())
    slug = parse_slug(name) if name else slug_of_url(parts)
    row = Repository(origin=Origin.GIT, url=url.strip())
    return _add(row, slug, user=user, visibility=visibility, owner=owner, values=values)


def add_local_repository(
    *,
    user: Principal,
    path: Path,
    name: str = "",
    visibility: Visibility = Visibility.PRIVATE,
    owner: User | None = None,
    **values: Unpack[RepositorySettings],
) -> Repository:
    """Add a folder of this machine, a git repository or not.

    For operators at the command line, and for admins where the operator allows it by
    ``PRESSMARK_GIT__ALLOW_LOCAL_PATHS``. Raises as `add_git_repository`.
    """
    check_may_add(user)
    if user.pk and not settings.PRESSMARK.git.allow_local_paths:
        raise ForbiddenError("The operator does not allow local paths.")
    folder = path.expanduser().resolve()
    if not folder.is_dir():
        raise InvalidRequestError.for_field("path", f"There is no folder {folder}.")
    slug = parse_slug(name) if name else slug_of_file(folder.parent.name or "files", folder.name)
    row = Repository(origin=Origin.LOCAL, url=str(folder))
    return _add(row, slug, user=user, visibility=visibility, owner=owner, values=values)


def add_archive_repository(
    *,
    user: Principal,
    file: BinaryIO,
    file_name: str,
    name: str = "",
    visibility: Visibility = Visibility.PRIVATE,
    owner: User | None = None,
    **values: Unpack[RepositorySettings],
) -> Repository:
    """Add a repository whose files come as a zip, or replace the zip of the one of that name.

    The zip is kept in storage until a sync has taken it in. Raises as `add_git_repository`, and
    `TooLargeError` or `InvalidRequestError` for what is no zip that may be unpacked.
    """
    slug = parse_slug(name) if name else slug_of_file("uploads", Path(file_name).stem)
    rows = Repository.objects.visible_to(user)
    stored = rows.named(slug.host, slug.namespace, slug.name).first()
    if stored is None:
        check_may_add(user)
    elif stored.origin != Origin.ARCHIVE:
        raise _duplicate(slug)
    check_archive(file)
    with transaction.atomic():
        row = Repository(origin=Origin.ARCHIVE) if stored is None else stored
        if stored is None:
            _add(row, slug, user=user, visibility=visibility, owner=owner, values=values)
        else:
            require(user, Action.WRITE, row)
        _replace_archive(row, file)
    return row


def check_may_add(user: Principal) -> None:
    """Raise `ForbiddenError` unless the user may add repositories: admins and operators."""
    token = acting_token(user)
    if token is not None and not (token.is_usable and token.may_write):
        raise InsufficientScopeError("Adding a repository needs a token with api:write.")
    if token is not None and token.source_ids is not None:
        raise ForbiddenError("This token is limited to some sources and cannot add another.")
    if not is_admin(user):
        raise ForbiddenError("Only an admin can add a repository.")


def may_add(user: Principal) -> bool:
    """Whether `check_may_add` lets the user pass: for pages that offer it."""
    try:
        check_may_add(user)
    except ForbiddenError:
        return False
    return True


def _add(
    row: Repository,
    slug: Slug,
    *,
    user: Principal,
    visibility: Visibility,
    owner: User | None,
    values: RepositorySettings,
) -> Repository:
    """Store a new repository with its settings."""
    check_visibility_choice(user, visibility)
    row.host, row.namespace, row.name = slug.host, slug.namespace, slug.name
    row.visibility, row.owner = visibility, owner or stored_user(user)
    for name, value in check_settings(values).items():
        setattr(row, name, value)
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            record_change(
                user=user,
                action="repository.created",
                target=row,
                after={"slug": row.slug, "url": row.url, "visibility": row.visibility},
            )
    except IntegrityError as error:
        if "repositories_slug_unique" in str(error):
            raise _duplicate(slug) from None
        raise
    return row


def _replace_archive(repository: Repository, file: BinaryIO) -> None:
    """Keep an uploaded zip; the one that no sync has taken in yet gives way."""
    storage, old = repository.archive.storage, repository.archive.name or ""
    repository.archive.save(f"{uuid.uuid4()}.zip", File(file), save=False)
    repository.save(update_fields=["archive", "updated_at"])
    if old:
        transaction.on_commit(lambda: storage.delete(old))


def _duplicate(slug: Slug) -> DuplicateNameError:
    message = f"There is already a repository named {slug}."
    return DuplicateNameError(message, field_errors=[FieldError("name", message)])
