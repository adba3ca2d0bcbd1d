from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.reader.pages import page
from apps.reader.repos.addresses import repo_url
from apps.reader.repos.changing import add_by_url, add_by_zip
from apps.reader.repos.forms import GitForm, ZipForm
from apps.reader.submissions import submit
from apps.repos.adding import check_may_add
from apps.repos.models import Repository


@page("POST", members_only=True)
def new(request: HttpRequest) -> HttpResponse:
    """A repository by its git URL; its first sync begins at once."""
    check_may_add(request.user)
    form = GitForm(request.POST or None, user=request.user)
    return answer(request, form, submit(request, form, add_by_url))


@page("POST", members_only=True)
def upload(request: HttpRequest) -> HttpResponse:
    """A repository as a zip."""
    check_may_add(request.user)
    form = ZipForm(request.POST or None, request.FILES or None, user=request.user)
    return answer(request, form, submit(request, form, add_by_zip))


def answer(request: HttpRequest, form: GitForm | ZipForm, added: Repository | None) -> HttpResponse:
    """On to the new repository, or the form with what is wrong."""
    if added:
        messages.success(request, f"{added.slug} is added; its first sync is queued.")
        return redirect(repo_url(added))
    context = {"form": form, "is_zip": isinstance(form, ZipForm)}
    status = 422 if form.errors else 200
    return render(request, "reader/repos/new.html", context, status=status)
