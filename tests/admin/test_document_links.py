"""The links of a document on its page of the admin, and how broken ones are counted."""

import pytest

from apps.collections.links_report import broken_links
from apps.collections.models import Document
from apps.collections.resolve import resolve_collection
from tests.admin.pages import address
from tests.cast import make_collection
from tests.factories import LinkFactory, write_document

pytestmark = pytest.mark.django_db
TEXT = "[b](b.md#there)\n\n[no](none.md)\n\n[c](b.md#missing)\n\n<https://example.org/>\n"


@pytest.fixture
def page():
    collection = make_collection()
    write_document(collection, "b.md", "# B\n\n## There\n")
    write_document(collection, "a.md", f"# A\n\n{TEXT}")
    resolve_collection(collection_id=collection.pk)
    return Document.objects.get(source_key="a.md")


def shown_links(response):
    [inline] = response.context["inline_admin_formsets"]
    return inline.formset


def test_each_link_stands_with_its_line_state_target_and_section(admin_client, page):
    response = admin_client.get(address(page, "change"))
    rows = [
        [field.contents() for fieldset in form for line in fieldset for field in line]
        for form in response.context["inline_admin_formsets"][0]
    ]
    assert rows == [
        ["3", "b.md#there", "Markdown file", "Resolved", "b.md", "#there: found"],
        ["5", "none.md", "Markdown file", "Broken", "-", "-"],
        ["7", "b.md#missing", "Markdown file", "Resolved", "b.md", "#missing: missing"],
        ["9", "https://example.org/", "Absolute", "Outside the collection", "-", "-"],
    ]
    formset = shown_links(response)
    assert (formset.extra, formset.max_num, formset.can_delete) == (0, 0, False)


def test_many_links_come_in_pages(admin_client, page):
    for number in range(120):
        LinkFactory(document=page, line=100 + number)
    assert len(shown_links(admin_client.get(address(page, "change"))).forms) == 50
    for asked, lines in {"3": 24, "9": 50, "²": 50, "-1": 50, "0": 50, "9" * 40: 50}.items():
        response = admin_client.get(address(page, "change"), {"links-page": asked})
        assert (response.status_code, len(shown_links(response).forms)) == (200, lines), asked


def test_tables_filters_and_cards_count_what_the_report_lists(admin_client, admin_user, page):
    report = broken_links(user=admin_user, collection_id=page.collection_id)
    assert [link.reason for link in report] == ["missing", "fragment"]
    assert Document.objects.with_counts().get(pk=page.pk).broken_link_count == 2
    assert sum(link.is_broken for link in page.links.all()) == 2
    page.links.filter(state="broken").delete()
    listed = admin_client.get(address(Document), {"attention": "broken"})
    assert [row.pk for row in listed.context["cl"].result_list] == [page.pk]
    page.links.update(state="pending")
    assert not page.links.all().broken().exists()
    assert not any(link.is_broken for link in page.links.all())
