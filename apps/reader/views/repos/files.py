from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.collections.media import is_attachment
from apps.documents.file_bytes import find_file
from apps.reader.repos.addresses import repo_code_url
from apps.reader.repos.code import code_context
from apps.reader.repos.found import repo_page
from apps.reader.repos.served import file_answer
from apps.repos.models import Repository


@repo_page()
def file(request: HttpRequest, repository: Repository, path: str) -> HttpResponse:
    """An image or a paper of the mirror, or 304; a file of another kind is shown by its lines."""
    if not is_attachment(path):
        return redirect(repo_code_url(repository, path))
    found = find_file(user=request.user, repository_id=repository.pk, path=path)
    return file_answer(request, found)


@repo_page()
def code(request: HttpRequest, repository: Repository, path: str) -> HttpResponse:
    """Lines of a file, those that the address names told apart."""
    context = code_context(request, repository, path)
    return render(request, "reader/repos/code.html", context)
