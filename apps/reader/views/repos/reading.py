from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.access.errors import NotFoundError
from apps.documents.library import page_tree
from apps.documents.locating import GoneError
from apps.documents.near_pages import NearPage, near_pages, near_sections
from apps.reader.listing import filter_text
from apps.reader.pages import wants_partial
from apps.reader.repos.addresses import repo_page_url, repo_url
from apps.reader.repos.asked import Asked, old_address, page_asked
from apps.reader.repos.found import repo_page
from apps.reader.repos.reading import page_context
from apps.reader.repos.state import list_context, state_context
from apps.reader.repos.tree import PageTree, shown_title
from apps.reader.repos.twins import source_answer, twin_answer
from apps.repos.models import Repository


@repo_page()
def overview(request: HttpRequest, repository: Repository) -> HttpResponse:
    """The repository's own address leads to its documentation."""
    del request
    return redirect(repo_url(repository))


@repo_page()
def docs(request: HttpRequest, repository: Repository) -> HttpResponse:
    """The first page; the page of a path or a section id that the address asks for."""
    try:
        url = old_address(request, repository)
    except NotFoundError as error:
        return lost(request, repository, error)
    if url is not None:
        return redirect(url)
    if repository.is_ready:
        tree = PageTree.of(page_tree(user=request.user, repository_id=repository.pk))
        if (front := tree.front()) is not None:
            return redirect(repo_page_url(repository, front.slug))
    return render(request, "reader/repos/state.html", state_context(request.user, repository))


@repo_page()
def document(request: HttpRequest, repository: Repository, slug: str) -> HttpResponse:
    """One page, its raw text or its twin; an old slug and a path lead to the page of today."""
    if not repository.is_ready:
        return redirect(repo_url(repository))
    try:
        asked = page_asked(request.user, repository, slug)
    except NotFoundError as error:
        near = near_pages(user=request.user, repository=repository, wanted=slug)
        return gone(request, repository, error, wanted=slug, near=near)
    if asked.is_elsewhere:
        return redirect(asked.url(request))
    return show(request, asked)


def show(request: HttpRequest, asked: Asked) -> HttpResponse:
    """The page, its Markdown, or the stored text as it is."""
    if "raw" in request.GET:
        return source_answer(asked.document)
    if asked.is_twin:
        return twin_answer(asked.document)
    context = page_context(request.user, asked.document.repository, asked.document)
    context["is_raw"] = "raw" in (request.GET.get("tab"), request.GET.get("view"))
    return render(request, "reader/repos/page.html", context)


def lost(request: HttpRequest, repository: Repository, error: NotFoundError) -> HttpResponse:
    """The answer to a path or a section's id that leads nowhere today."""
    if not repository.is_ready:
        raise error
    if wanted := request.GET.get("section", ""):
        near = near_sections(user=request.user, repository=repository, section_id=wanted)
        return gone(request, repository, error, wanted=wanted, near=near, what="section")
    wanted = request.GET.get("path", "")
    near = near_pages(user=request.user, repository=repository, wanted=wanted)
    return gone(request, repository, error, wanted=wanted, near=near)


def gone(
    request: HttpRequest,
    repository: Repository,
    error: NotFoundError,
    *,
    wanted: str,
    near: list[NearPage],
    what: str = "page",
) -> HttpResponse:
    """What stood here once (410), or never did (404), with what is nearest to it."""
    context = list_context(request.user, repository)
    pages = [
        (
            shown_title(one.title, one.path),
            one.path,
            repo_page_url(repository, one.slug, one.anchor),
        )
        for one in near
    ]
    is_gone = isinstance(error, GoneError)
    context |= {"near": pages, "is_gone": is_gone, "slug": wanted, "what": what}
    return render(request, "reader/repos/gone.html", context, status=410 if is_gone else 404)


@repo_page()
def pages(request: HttpRequest, repository: Repository) -> HttpResponse:
    """All pages, or those whose title or path holds the text of the filter.

    The part alone is what stands in the sidebar: the tree again when nothing is asked for.
    """
    text = filter_text(request)
    context = list_context(request.user, repository, request.GET.get("page", ""), text)
    is_part = wants_partial(request)
    template = "reader/repos/_tree_part.html" if is_part else "reader/repos/pages.html"
    return render(request, template, context | {"filter": text})
