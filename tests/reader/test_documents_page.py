import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.collections.models import Document
from apps.collections.resolve import resolve_collection
from tests.factories import CollectionFactory, DocumentFactory, LinkFactory, write_document
from tests.reader.conftest import SETUP
from tests.reader.pages import main_of, text_of

PAGE = "/docs/Handbook/guides/setup.md"


@pytest.mark.django_db
def test_the_preview_shows_safe_html_with_a_table_of_contents(client, handbook):
    html = main_of(client.get(PAGE))
    assert '<h2 id="steps"' in html
    assert '<a href="#steps" dir="auto">Steps</a>' in html
    assert "alert(1)" not in html or "<script>" not in html


@pytest.mark.django_db
def test_links_of_the_collection_lead_to_pages_and_broken_ones_say_so(client, handbook):
    resolve_collection(collection_id=handbook.pk)
    page = client.get(PAGE)
    assert 'href="/docs/Handbook/guides/rollback.md#steps"' in main_of(page)
    assert "1 link on this page leads to no document" in text_of(page)
    line = 1 + SETUP[: SETUP.index("missing.md")].count("\n")
    assert f'/edit#line-{line}">Put it right</a>' in main_of(page)
    assert "missing.md No such document" in text_of(client.get("/docs/Handbook/-/links")).replace(
        "\u00a0", " "
    )


@pytest.mark.django_db
def test_cross_references_by_label_lead_to_the_section(client, handbook):
    write_document(handbook, "ref/tools.rst", "Tools\n=====\n\n.. _saw:\n\nThe saw\n-------\n")
    source = "{ref}`a <saw>` [b](saw) [c](#saw) {ref}`d <own>` {ref}`gone` [e](#gone)\n"
    write_document(handbook, "z.md", f"(own)=\n# Z\n\n{source}")
    write_document(handbook, "y.rst", ":ref:`f <saw>` :doc:`ref/tools`\n")
    resolve_collection(collection_id=handbook.pk)
    page, other = main_of(client.get("/docs/Handbook/z.md")), client.get("/docs/Handbook/y.rst")
    there = "/docs/Handbook/ref/tools.rst"
    for word in "abc":
        assert f'<a href="{there}#the-saw">{word}</a>' in page
    assert '<a href="/docs/Handbook/z.md#z">d</a>' in page
    assert '<span class="unknown-role">gone</span>' in page
    assert '<a class="broken-link" title="#gone">e</a>' in page
    assert f'<a href="{there}#the-saw">f</a> <a href="{there}">ref/tools</a>' in main_of(other)


@pytest.mark.django_db
@pytest.mark.parametrize("tab", ["preview", "metadata"])
def test_a_page_reads_nothing_of_its_targets_that_grows_with_them(client, handbook, tab):
    # Of a long target that would be megabytes, once for every link that leads to it.
    resolve_collection(collection_id=handbook.pk)
    with CaptureQueriesContext(connection) as queries:
        client.get(PAGE, {"tab": tab})
    reads = [one["sql"] for one in queries if '"md_links"."target_attachment_id"' in one["sql"]]
    (read,) = [sql for sql in reads if 'JOIN "md_documents" T' in sql]
    for column in ("content", "front_matter", "heading_tree", "labels", "code_blocks", "tables"):
        assert f'"{column}"' not in read.partition(" FROM ")[0]


@pytest.mark.django_db
def test_the_raw_tab_shows_the_stored_text(client, handbook):
    page = client.get(PAGE, {"tab": "raw"})
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in main_of(page)


@pytest.mark.django_db
def test_the_metadata_tab_lists_front_matter(client, handbook):
    words = text_of(client.get(PAGE, {"tab": "metadata"}))
    assert "owner platform" in words
    assert "tags deploy on call" in words
    assert "Key guides/setup.md" in words


@pytest.mark.django_db
def test_front_matter_that_cannot_be_read_is_told_and_the_text_kept(client, writer):
    collection = CollectionFactory(name="Odd", owner=writer)
    write_document(collection, "a.md", "---\ntitle: {{ bad }}\n---\n# Kept\n")
    assert "could not be read" in text_of(client.get("/docs/Odd/a.md?tab=metadata"))
    assert "Kept" in text_of(client.get("/docs/Odd/a.md"))


@pytest.mark.django_db
def test_passages_are_found_by_the_text_they_hold_and_by_merged_sections(client, handbook):
    write_document(handbook, "long.md", LONG)
    page = client.get("/docs/Handbook/long.md", {"tab": "chunks", "filter": "NEEDLE <b>"})
    [chunk] = page.context["page"]
    assert chunk.chunk_index > 0
    assert "<mark>needle &lt;b&gt;</mark>" in main_of(page)
    assert "of this document as search finds them" in text_of(page)
    none = client.get("/docs/Handbook/long.md", {"tab": "chunks", "filter": "haystack"})
    assert "No passage holds “ haystack ”" in text_of(none)


LONG = "# One\n\n" + "First words. " * 300 + "\n\n# Two\n\nThe needle <b> is here. " + "More. " * 90


@pytest.mark.django_db
def test_the_chunks_tab_shows_the_exact_passages(client, handbook):
    page = client.get(PAGE, {"tab": "chunks"})
    assert [chunk.content in SETUP for chunk in page.context["page"]] == [True]
    assert "Setting up" in text_of(page)


@pytest.mark.django_db
@pytest.mark.parametrize("tab", ["", "nonsense", "\x00", "preview"])
def test_an_unknown_tab_is_the_preview(client, handbook, tab):
    assert client.get(PAGE, {"tab": tab}).context["tab"] == "preview"


@pytest.mark.django_db
@pytest.mark.parametrize("twin", [f"{PAGE}?raw", f"{PAGE}.md"])
def test_the_twin_is_the_stored_text_as_plain_markdown(client, handbook, twin):
    response = client.get(twin)
    assert response["Content-Type"] == "text/markdown; charset=utf-8"
    assert response.content.decode() == SETUP


@pytest.mark.django_db
def test_the_twin_of_another_format_is_markdown_and_its_source_stays(client, writer):
    collection = CollectionFactory(name="Twins", owner=writer)
    source = "Title\n=====\n\nSee ``this`` and `that <b.rst>`_.\n\n.. note:: Well.\n"
    write_document(collection, "a.rst", source)
    twin, raw = client.get("/docs/Twins/a.rst.md"), client.get("/docs/Twins/a.rst?raw")
    assert twin.content.decode() == (
        "# Title\n\nSee `this` and [that](b.rst).\n\n> [!NOTE]\n> Well.\n"
    )
    assert raw.content.decode() == source
    kinds = [(one["Content-Type"].partition(";")[0], one["X-Source-Format"]) for one in (twin, raw)]
    assert kinds == [("text/markdown", "rst"), ("text/plain", "rst")]
    page = main_of(client.get("/docs/Twins/a.rst"))
    assert 'data-copy-url="/docs/Twins/a.rst.md"' in page
    assert 'href="/docs/Twins/a.rst.md">Plain Markdown' in page
    assert client.get("/docs/Twins/a.rst.md?raw").content == raw.content


@pytest.mark.django_db
def test_a_document_of_the_very_key_comes_before_a_twin(client, writer):
    collection = CollectionFactory(name="Twins", owner=writer)
    write_document(collection, "a", "# Plain\n")
    write_document(collection, "a.md", "# Suffixed\n")
    assert client.get("/docs/Twins/a.md").context["document"].title == "Suffixed"
    assert client.get("/docs/Twins/a?raw").content == b"# Plain\n"


@pytest.mark.django_db
def test_a_document_of_another_collection_is_not_reached_by_its_id(client, writer, handbook):
    other = CollectionFactory(name="Other", owner=writer)
    document = Document.objects.filter(collection=handbook).first()
    assert client.get(f"/docs/Other/-/document/{document.pk}").status_code == 404
    assert client.get(f"/docs/Handbook/-/document/{document.pk}").status_code == 200
    assert other.name == "Other"


@pytest.mark.django_db
def test_the_table_sorts_filters_and_pages(client, writer):
    collection = CollectionFactory(name="Long", owner=writer)
    for number in range(60):
        DocumentFactory(collection=collection, source_key=f"{number:02}.md", title=f"T {number:02}")
    LinkFactory(document=Document.objects.get(source_key="07.md"), state="broken")
    first = client.get("/docs/Long", {"sort": "-links"}).context["page"]
    assert [first[0].source_key, first[0].broken_link_count] == ["07.md", 1]
    assert len(client.get("/docs/Long", {"page": "2"}).context["page"]) == 10
    found = client.get("/docs/Long", {"filter": "t 11"}).context["page"]
    assert [row.source_key for row in found] == ["11.md"]
    for odd in ({"page": "x"}, {"page": "-1"}, {"sort": "content"}, {"filter": "%"}):
        assert client.get("/docs/Long", odd).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/docs", "/docs/Grow", "/docs/Grow/0.md?tab=metadata"])
def test_more_rows_cost_no_more_queries(client, writer, address):
    collection = CollectionFactory(name="Grow", owner=writer)
    write_document(collection, "0.md", "# Zero\n\n[one](a.md)\n")
    counts = []
    for size in (1, 3):
        for number in range(size):
            write_document(collection, f"{size}{number}.md", "# More\n\n[zero](0.md)\n")
            CollectionFactory(owner=writer)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]
