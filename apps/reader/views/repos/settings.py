from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.access.querysets import Action, can
from apps.reader.forms.collections import DeleteForm, VisibilityForm
from apps.reader.outlines import base_address
from apps.reader.repos.addresses import repo_url
from apps.reader.repos.changing import (
    change_repository_visibility,
    change_secrets,
    change_settings,
    remove_repository,
    replace_zip,
)
from apps.reader.repos.forms import ArchiveForm, RepositoryForm, SecretsForm
from apps.reader.repos.found import repo_page
from apps.reader.sharing import sharing_of
from apps.reader.submissions import submit
from apps.repos.models import Origin, Repository


@repo_page("POST", action=Action.WRITE, members_only=True)
def settings(request: HttpRequest, repository: Repository) -> HttpResponse:
    """What is indexed and when, and the way to everything else about a repository."""
    form = RepositoryForm(request.POST or None, repository=repository)
    if submit(request, form, change_settings, repository=repository):
        messages.success(request, "The settings are saved. The index follows with the next sync.")
        return redirect(repo_url(repository, "settings"))
    return show(request, repository, form=form)


@repo_page("POST", action=Action.DELETE, members_only=True)
def secrets(request: HttpRequest, repository: Repository) -> HttpResponse:
    """The credential and the webhook's secret."""
    form = SecretsForm(request.POST or None)
    if submit(request, form, change_secrets, repository_id=repository.pk):
        messages.success(request, "The secrets are saved.")
        return redirect(repo_url(repository, "settings"))
    return show(request, repository, secrets_form=form)


@repo_page("POST", action=Action.WRITE, members_only=True)
def archive(request: HttpRequest, repository: Repository) -> HttpResponse:
    """Another zip for a repository that came as one."""
    form = ArchiveForm(request.POST or None, request.FILES or None)
    if submit(request, form, replace_zip, repository=repository):
        messages.success(request, "The zip is kept; a sync takes it in.")
        return redirect(repo_url(repository, "runs"))
    return show(request, repository, archive_form=form)


def show(request: HttpRequest, repository: Repository, **forms: Any) -> HttpResponse:
    """The settings page with one of its forms as it was sent."""
    context = {
        "repository": repository,
        "form": RepositoryForm(repository=repository),
        "secrets_form": SecretsForm(),
        "archive_form": ArchiveForm() if repository.origin == Origin.ARCHIVE else None,
        "sharing": sharing_of(request.user, repository),
        "may_delete": can(request.user, Action.DELETE, repository),
        "webhook": f"{base_address(request)}/api/webhooks/{repository.pk}",
        "has_credential": bool(repository.credential),
        "has_webhook_secret": bool(repository.webhook_secret),
    } | forms
    status = 422 if any(form.errors for form in forms.values()) else 200
    return render(request, "reader/repos/settings.html", context, status=status)


@repo_page("POST", action=Action.SHARE, members_only=True)
def visibility(request: HttpRequest, repository: Repository) -> HttpResponse:
    """Who can read a repository. Making it public is asked twice, with the number it opens."""
    form = VisibilityForm(request.POST or None, user=request.user, current=repository.visibility)
    service = None if form.awaits_confirmation else change_repository_visibility
    if service and submit(request, form, service, repository_id=repository.pk):
        messages.success(request, "Who can read this repository has been changed.")
        return redirect(repo_url(repository, "sharing"))
    sharing = sharing_of(request.user, repository)
    context = {"repository": repository, "form": form, "sharing": sharing}
    return render(request, "reader/repos/visibility.html", context)


@repo_page("POST", action=Action.DELETE, members_only=True)
def delete(request: HttpRequest, repository: Repository) -> HttpResponse:
    """Delete a repository, once its name was typed."""
    form = DeleteForm(request.POST or None, expected=repository.slug, noun="repository")
    if submit(request, form, remove_repository, repository_id=repository.pk):
        messages.success(request, f"{repository.slug} is deleted.")
        return redirect("repositories")
    sharing = sharing_of(request.user, repository)
    context = {"repository": repository, "form": form, "sharing": sharing}
    status = 422 if form.errors else 200
    return render(request, "reader/repos/delete.html", context, status=status)
