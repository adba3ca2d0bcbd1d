import pytest

from apps.access.errors import ConflictError, NotFoundError, PreconditionFailedError
from apps.access.principals import operator
from apps.collections.editing import rename_document
from apps.collections.models import Chunk, Document, Link, LinkState, Revision
from apps.collections.resolve import resolve_collection
from tests.factories import UserFactory, write_document

pytestmark = pytest.mark.django_db


def text_of(collection, key):
    return Document.objects.get(collection=collection, source_key=key).content


def rename(collection, old, new, **options):
    resolve_collection(collection_id=collection.pk)
    document = Document.objects.get(collection=collection, source_key=old)
    options = {"update_links": True} | options
    return rename_document(user=operator(), document_id=document.pk, source_key=new, **options)


def broken(collection):
    resolve_collection(collection_id=collection.pk)
    rows = Link.objects.filter(document__collection=collection, state=LinkState.BROKEN)
    return sorted(rows.values_list("href", flat=True))


def rewritten(collection, before, *, old="guides/setup.md", new="how-to/first steps.md", at="a.md"):
    """What a page's text is after a move."""
    write_document(collection, old, "# Setup\n\n## Ports\n")
    write_document(collection, at, before)
    rename(collection, old, new)
    assert broken(collection) == []
    return text_of(collection, at)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[x](guides/setup.md)", "[x](how-to/first%20steps.md)"),
        ("[x](guides/setup.md#ports 'T')", "[x](how-to/first%20steps.md#ports 'T')"),
        ("[x](guides/setup.md?a=1#ports)", "[x](how-to/first%20steps.md?a=1#ports)"),
        ("[x](<guides/setup.md#ports>)", "[x](<how-to/first steps.md#ports>)"),
        ("[x](/guides/setup.md)", "[x](/how-to/first%20steps.md)"),
        ("[x](./guides/setup.md)", "[x](./how-to/first%20steps.md)"),
        ("[x](guides/setup)", "[x](how-to/first%20steps)"),
        ("[x][r]\n\n[r]: guides/setup.md 'T'\n", "[x][r]\n\n[r]: how-to/first%20steps.md 'T'\n"),
        ("> [r]\n>\n> [r]: <guides/setup.md>\n", "> [r]\n>\n> [r]: <how-to/first steps.md>\n"),
        ("[[guides/setup]]", "[[how-to/first steps]]"),
        ("[[guides/setup#ports|the ports]]", "[[how-to/first steps#ports|the ports]]"),
        ("|a|\n|-|\n| [[guides/setup\\|x]] |\n", "|a|\n|-|\n| [[how-to/first steps\\|x]] |\n"),
        ("[*a* `]( ` b]( guides/setup.md )", "[*a* `]( ` b]( how-to/first%20steps.md )"),
        ("[![i](//e.x/p.png)](guides\\/setup.md)", "[![i](//e.x/p.png)](how-to/first%20steps.md)"),
        ("[x](guides/s&#101;tup.md)", "[x](how-to/first%20steps.md)"),
    ],
)  # fmt: skip
def test_each_way_to_write_a_link_follows_the_page(collection, before, after):
    assert rewritten(collection, before) == after


def test_nothing_else_on_a_linking_page_changes_by_a_byte(collection):
    before = (
        "\ufeff---\r\ntitle: Über  uns\r\n---\r\n\r\n# Ü \t\r\n\r\n"
        "[é](guides/setup.md) `[c](guides/setup.md)`  \r\n```\n[c](guides/setup.md)\n```\n"
        "<!-- [c](guides/setup.md) -->\r\n\r\n[é](guides/setup.md)\x0c\n\n\n"
    )
    after = before.replace("[é](guides/setup.md)", "[é](how-to/first%20steps.md)")
    # A byte-order mark is taken off when a document comes in.
    assert rewritten(collection, before) == after.removeprefix("\ufeff")


def test_links_that_still_lead_there_are_left_alone(collection):
    before = "[[Setup]] [[setup-page|x]] [y](Setup) [z](other.md)"
    write_document(collection, "other.md", "# Other")
    write_document(collection, "guides/setup.md", "---\naliases: [setup-page]\n---\n# Setup\n")
    write_document(collection, "a.md", before)
    done = rename(collection, "guides/setup.md", "x/y.md")
    assert (done.updated, done.left_over) == ((), ())
    assert text_of(collection, "a.md") == before
    assert broken(collection) == []


def test_the_moved_page_takes_its_own_links_and_images_along(collection):
    write_document(collection, "guides/ports.md", "# Ports")
    write_document(
        collection,
        "guides/setup.md",
        "[a](ports.md) [me](setup.md#x) ![i](img/a%20b.png) [pdf](../files/x.pdf)"
        " [w](//h/x)\n\n# X\n",
    )
    rename(collection, "guides/setup.md", "how/to/setup.md")
    assert text_of(collection, "how/to/setup.md") == (
        "[a](../../guides/ports.md) [me](setup.md#x) ![i](../../guides/img/a%20b.png)"
        " [pdf](../../files/x.pdf) [w](//h/x)\n\n# X\n"
    )


def test_odd_names_are_encoded_so_that_they_still_lead_there(collection):
    odd = "a b/100% (ü) [x] #1 & 'q' `c` *e*?.md"
    before = (
        "[1](guides/setup.md) [2](<guides/setup.md>) [[guides/setup]]\n\n"
        "[r]: guides/setup.md\n\n[r]"
    )
    after = rewritten(collection, before, new=odd)
    plain = "a%20b/100%25%20%28ü%29%20%5Bx%5D%20%231%20%26%20'q'%20%60c%60%20%2Ae%2A%3F"
    spaced = "a b/100%25 (ü) %5Bx%5D %231 %26 'q' %60c%60 %2Ae%2A%3F"
    assert after == f"[1]({plain}.md) [2](<{spaced}.md>) [[{spaced}]]\n\n[r]: {plain}.md\n\n[r]"


def test_a_writer_who_encodes_letters_gets_them_encoded(collection):
    after = rewritten(collection, "[x](gr%C3%BC%C3%9Fe.md)", old="grüße.md", new="mögen.md")
    assert after == "[x](m%C3%B6gen.md)"


def test_the_document_keeps_its_id_chunks_and_history(collection):
    write_document(collection, "a.md", "# A\n\nText.\n")
    write_document(collection, "b.md", "[a](a.md)\n")
    chunks = set(Chunk.objects.values_list("pk", flat=True))
    before = Document.objects.get(source_key="a.md")
    done = rename(collection, "a.md", "c.md", message="Better name")
    after = Document.objects.get(source_key="c.md")
    assert (after.pk, after.version, done.document_id) == (before.pk, 2, before.pk)
    assert (done.source_key, done.updated) == ("c.md", ("b.md",))
    own = set(Chunk.objects.filter(document=after).values_list("pk", flat=True))
    assert own < chunks
    rows = Revision.objects.order_by("document__source_key", "number")
    assert list(rows.values_list("source_key", "number", "kind", "message")) == [
        ("b.md", 1, "created", ""),
        ("b.md", 2, "edited", "Links follow a.md to c.md"),
        ("a.md", 1, "created", ""),
        ("c.md", 2, "renamed", "Better name"),
    ]


def test_without_update_links_the_links_break_and_the_job_says_so(collection):
    write_document(collection, "a.md", "# A")
    write_document(collection, "b.md", "[a](a.md)\n")
    done = rename(collection, "a.md", "c.md", update_links=False)
    assert done.updated == ()
    assert text_of(collection, "b.md") == "[a](a.md)\n"
    assert broken(collection) == ["a.md"]


def test_a_given_title_of_a_linking_page_survives(collection):
    write_document(collection, "a.md", "# A")
    write_document(collection, "b.md", "[a](a.md)\n", title="Given")
    rename(collection, "a.md", "c.md")
    assert Document.objects.get(source_key="b.md").title == "Given"


def test_a_key_that_is_taken_a_stale_version_and_a_hidden_document_change_nothing(collection):
    write_document(collection, "a.md", "# A")
    write_document(collection, "b.md", "# B")
    with pytest.raises(ConflictError):
        rename(collection, "a.md", "b.md")
    with pytest.raises(PreconditionFailedError) as caught:
        rename(collection, "a.md", "c.md", expected_version=7)
    assert caught.value.current_version == 1
    document = Document.objects.get(source_key="a.md")
    with pytest.raises(NotFoundError):
        rename_document(
            user=UserFactory(), document_id=document.pk, source_key="c.md", update_links=True
        )
    keys = Document.objects.order_by("source_key").values_list("source_key", "version")
    assert list(keys) == [("a.md", 1), ("b.md", 1)]


def test_restructured_text_that_links_is_named_as_left_over(collection):
    write_document(collection, "a.rst", "A\n=\n")
    write_document(collection, "b.rst", "B\n=\n\n`a <a.rst>`_\n")
    assert rename(collection, "a.rst", "c.rst").left_over == ("b.rst",)
