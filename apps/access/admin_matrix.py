"""Grants as a table: sources down, groups across, a summary before anything is saved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse

from apps.access.errors import DomainError
from apps.access.grant_matrix import (
    LEVELS,
    NONE,
    CellChange,
    change_cells,
    name_changes,
    named_groups,
    read_cells,
    sharable_sources,
)

SOURCES_A_PAGE, GROUPS_A_PAGE = 20, 8


class Chain(Sequence[Any]):
    """Several querysets one after another, counted and sliced without reading them whole."""

    def __init__(self, parts: Sequence[QuerySet[Any]]) -> None:
        self.parts = parts
        self.counts = [part.count() for part in parts]

    def __len__(self) -> int:
        return sum(self.counts)

    def __getitem__(self, wanted: Any) -> Any:
        start, stop, rows = wanted.start, wanted.stop, []
        for part, count in zip(self.parts, self.counts, strict=True):
            rows += list(part[max(start, 0) : max(min(stop, count), 0)])
            start, stop = start - count, stop - count
        return rows


@dataclass(frozen=True, slots=True)
class Cell:
    """One choice: its name in the form, who and what it is about, the level now."""

    name: str
    label: str
    level: str


@dataclass(frozen=True, slots=True)
class Row:
    """One source with a cell for each group."""

    source: Any
    cells: Sequence[Cell]


def matrix_page(request: HttpRequest, site: Any) -> HttpResponse:
    """Show the table, then what would change, then change it."""
    here = request.get_full_path()
    try:
        if request.method == "POST":
            changes = list(sent_changes(request))
            if changes and request.POST.get("step") == "confirmed":
                count = change_cells(user=request.user, changes=changes)
                messages.success(request, f"Grants changed: {count}.")
            elif changes:
                return summary(request, site, changes)
            else:
                messages.info(request, "Nothing was changed.")
            return HttpResponseRedirect(here)
    except DomainError as error:
        messages.error(request, error.message)
        return HttpResponseRedirect(here)
    return table(request, site)


def sent_changes(request: HttpRequest) -> Iterator[CellChange]:
    """The cells that were set to another level than they had; all, once confirmed."""
    if request.POST.get("step") == "confirmed":
        yield from map(CellChange.parse, request.POST.getlist("change"))
        return
    for name, after in request.POST.items():
        if name.startswith("cell "):
            before = request.POST.get(f"was {name}", NONE)
            if after != before:
                yield CellChange.parse(f"{name.removeprefix('cell ')} {before} {after}")


def summary(request: HttpRequest, site: Any, changes: Sequence[CellChange]) -> HttpResponse:
    """What would change, and whom that lets in or out."""
    context = site.each_context(request) | {
        "title": "Change these grants?",
        "changes": name_changes(user=request.user, changes=changes),
    }
    return TemplateResponse(request, "access/admin_matrix_summary.html", context)


def table(request: HttpRequest, site: Any) -> HttpResponse:
    """One page of sources by one page of groups."""
    sought = {name: request.GET.get(name, "").strip()[:150] for name in ("source", "group")}
    sources = Chain(sharable_sources(user=request.user, words=sought["source"]))
    down = numbered(sources, SOURCES_A_PAGE, request.GET.get("sp"))
    groups = named_groups(user=request.user, words=sought["group"])
    across = numbered(groups, GROUPS_A_PAGE, request.GET.get("gp"))
    levels = read_cells(list(down), list(across))
    context = site.each_context(request) | {
        "title": "Grants to groups",
        "sought": sought,
        "levels": LEVELS,
        "groups": across,
        "sources": down,
        "rows": [
            Row(source, [cell_of(source, group, levels) for group in across]) for source in down
        ],
        "down_query": urlencode(sought | {"gp": across.number}),
        "across_query": urlencode(sought | {"sp": down.number}),
    }
    return TemplateResponse(request, "access/admin_matrix.html", context)


def cell_of(source: Any, group: Any, levels: dict[Any, str]) -> Cell:
    """The choice for one source and one group."""
    level = levels.get((source.pk, group.pk), NONE)
    return Cell(f"cell {source.pk} {group.pk}", f"{group} on {source}", level)


def numbered(rows: Any, size: int, number: str | None) -> Page[Any]:
    """A page by its number; the nearest for one that there is not."""
    return Paginator(rows, size).get_page((number or "1")[:9])
