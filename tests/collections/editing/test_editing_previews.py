import datetime as dt
from dataclasses import replace

import pytest

from apps.access.errors import ForbiddenError, NotFoundError
from apps.access.principals import operator
from apps.collections.attaching import attach_file
from apps.collections.attachments import IncomingAttachment
from apps.collections.editing import preview
from apps.collections.links_report import backlinks, broken_links
from apps.collections.models import Document, Link
from apps.collections.resolve import resolve_collection
from apps.collections.templates import TEMPLATES, find_template
from tests.cast import grant, make_user
from tests.factories import write_document

pytestmark = pytest.mark.django_db


def look(collection, content, key="guides/a.md", **options):
    return preview(
        user=collection.owner,
        collection_id=collection.pk,
        source_key=key,
        content=content,
        **options,
    )


def problems(seen):
    return [(one.line, one.code, one.is_note) for one in seen.problems]


def test_broken_links_fragments_and_twin_headings_are_found_by_line(collection):
    write_document(collection, "guides/b.md", "# Bee\n\n## Part\n")
    seen = look(
        collection,
        "# A\n\n[ok](b.md#part) [no](b.md#nope)\n[gone](c.md) [[Bee]] [[Nowhere]]\n"
        "[here](#two) [away](https://example.org/x.md)\n\n## One\n\n## One\n[me](a.md#one-1)\n",
    )
    assert problems(seen) == [
        (3, "BROKEN_FRAGMENT", False),
        (4, "BROKEN_LINK", False),
        (4, "BROKEN_LINK", False),
        (5, "BROKEN_FRAGMENT", False),
        (9, "DUPLICATE_HEADING", True),
    ]
    assert [heading.anchor for heading in seen.headings] == ["a", "one", "one-1"]
    assert not Link.objects.exclude(document__source_key="guides/b.md").exists()


def test_resolved_links_lead_where_the_surface_says(collection):
    write_document(collection, "guides/b.md", "# Bee\n\n## Part\n")
    file = IncomingAttachment("guides/img/x.png", b"png")
    attach_file(user=operator(), collection_id=collection.pk, file=file)
    seen = look(
        collection,
        "[b](b.md#part) [[Bee]] ![i](img/x.png)\n\n![no](img/y.png) [x](img/x.png)\n",
        page_address=lambda key, fragment: f"/page/{key}#{fragment}",
        file_address=lambda key: f"/file/{key}",
    )
    found = [(one.line, one.code, one.message) for one in seen.problems]
    assert found == [(3, "MISSING_IMAGE", "“img/y.png” is no file of this collection.")]
    assert '<a href="/file/guides/img/x.png">x</a>' in seen.html
    assert '<a href="/page/guides/b.md#part">b</a>' in seen.html
    assert '<a class="wiki-link" href="/page/guides/b.md#">Bee</a>' in seen.html
    assert 'src="/file/guides/img/x.png"' in seen.html
    assert "broken-image" in seen.html


def test_a_new_title_counts_while_the_page_is_still_being_written(collection):
    write_document(collection, "guides/a.md", "# Old\n")
    assert problems(look(collection, "# New\n\n[[New]] [[Old]]\n")) == [(3, "BROKEN_LINK", False)]


def test_bad_input_is_a_problem_and_not_an_error(collection, settings):
    assert problems(look(collection, "---\ntitle: [\n---\n# A\n"))[0][1] == "FRONT_MATTER"
    assert problems(look(collection, "", key="")) == [(1, "EMPTY", True)]
    assert problems(look(collection, "# A", key="../x.md")) == [(1, "KEY", False)]
    assert problems(look(collection, "# A", key="x.exe")) == [(1, "KEY", False)]
    assert problems(look(collection, "a\ud800")) == [(1, "ENCODING", False)]
    too_long = "x" * (settings.PRESSMARK.limits.document_bytes + 1)
    assert problems(look(collection, too_long)) == [(1, "TOO_LARGE", False)]


def test_a_page_with_more_chunks_than_are_kept_is_told_so(collection, settings):
    chunking = replace(settings.PRESSMARK.chunking, max_chunks=2)
    settings.PRESSMARK = replace(settings.PRESSMARK, chunking=chunking)
    many = "".join(f"# Part {n}\n\n{'words ' * 500}\n\n" for n in range(4))
    assert [one[1] for one in problems(look(collection, many))] == ["TRUNCATED"]


def test_other_collections_neither_resolve_nor_show(collection):
    other = type(collection).objects.create(name="Other", owner=collection.owner)
    write_document(other, "guides/secret.md", "# Secret\n")
    assert problems(look(collection, "[s](secret.md)")) == [(1, "BROKEN_LINK", False)]


def test_only_writers_preview(collection):
    reader = make_user("reader")
    grant(collection, reader)
    call = {"collection_id": collection.pk, "source_key": "a.md", "content": "x"}
    with pytest.raises(ForbiddenError):
        preview(user=reader, **call)
    with pytest.raises(NotFoundError):
        preview(user=make_user("stranger"), **call)


def test_the_links_report_names_pages_lines_and_reasons(collection):
    write_document(collection, "b.md", "# Bee\n")
    write_document(collection, "a.md", "[b](b.md)\n\n[f](b.md#no) [m](no.md) [[No]] [h](#no)\n")
    resolve_collection(collection_id=collection.pk)
    found = broken_links(user=collection.owner, collection_id=collection.pk)
    assert sorted((one.source_key, one.line, one.href, one.reason) for one in found) == [
        ("a.md", 3, "#no", "fragment"),
        ("a.md", 3, "No", "missing"),
        ("a.md", 3, "b.md#no", "fragment"),
        ("a.md", 3, "no.md", "missing"),
    ]
    document = Document.objects.get(source_key="b.md")
    lead_here = backlinks(user=collection.owner, document_id=document.pk)
    assert [(one.line, one.href) for one in lead_here] == [(1, "b.md"), (3, "b.md#no")]
    for service, target in (
        (broken_links, {"collection_id": collection.pk}),
        (backlinks, {"document_id": document.pk}),
    ):
        with pytest.raises(NotFoundError):
            service(user=make_user("stranger"), **target)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.slug)
def test_each_template_is_a_page_without_a_problem(collection, template):
    dated = template.dated(dt.date(2026, 3, 1))
    seen = look(collection, dated.body, key=dated.source_key)
    assert problems(seen) == []
    assert len(seen.headings) >= 6
    assert "YYYY" not in dated.body + dated.source_key
    stored = write_document(collection, dated.source_key, dated.body)
    assert stored.title == dated.title
    assert find_template(template.slug) is template
