import pytest

from apps.access.principals import operator
from apps.collections.attaching import attach_file
from apps.collections.attachments import IncomingAttachment
from apps.collections.ingest import delete_document
from apps.collections.links_report import broken_links
from apps.collections.models import Document, Link, LinkState
from apps.collections.renaming import rename_document
from apps.collections.resolve import resolve_collection
from tests.collections.files.pictures import PNG
from tests.factories import CollectionFactory, write_document

pytestmark = pytest.mark.django_db


def outcome(collection):
    """Each href with the key it leads to, its state and whether its fragment was found."""
    resolve_collection(collection_id=collection.pk)
    rows = Link.objects.filter(document__collection=collection).order_by("document__source_key")
    return {
        link.href: (
            link.target_document and link.target_document.source_key,
            link.state,
            link.is_fragment_found,
        )
        for link in rows.select_related("target_document")
    }


def found(key, fragment=None):
    return (key, LinkState.RESOLVED, fragment)


BROKEN = (None, LinkState.BROKEN, None)


def test_a_sibling_comes_before_a_page_of_the_same_name_elsewhere(collection):
    write_document(collection, "z/ports.md", "# Ports elsewhere")
    write_document(collection, "guides/ports.md", "# Ports here")
    write_document(collection, "guides/a.md", "[x](ports.md) [y](../z/ports.md) [z](/z/ports.md)")
    assert outcome(collection) == {
        "ports.md": found("guides/ports.md"),
        "../z/ports.md": found("z/ports.md"),
        "/z/ports.md": found("z/ports.md"),
    }


def test_encoded_bracketed_and_parenthesised_targets_are_found_and_none_climbs_out(collection):
    write_document(collection, "the brief.md", "# The brief\n\n## Goals\n")
    write_document(collection, "a_(b).md", "# A")
    write_document(collection, "x.md", "# X")
    write_document(collection, "passwd.md", "# Passwords")
    write_document(
        collection,
        "index.md",
        "[1](the%20brief.md) [2](<the brief.md#goals>) [3](a_(b).md) [4](../../etc/passwd)"
        " [5](.%2F..%2Fx.md) [6](the%2520brief.md)",
    )
    assert outcome(collection) == {
        "the%20brief.md": found("the brief.md"),
        "the brief.md#goals": found("the brief.md", fragment=True),
        "a_(b).md": found("a_(b).md"),
        "../../etc/passwd": BROKEN,
        ".%2F..%2Fx.md": BROKEN,
        "the%2520brief.md": BROKEN,
    }


def test_links_of_one_line_keep_the_order_of_the_text(collection):
    names = [f"{letter}.md" for letter in "hbgcfdea"]
    write_document(collection, "index.md", " ".join(f"[x]({name})" for name in names))
    assert list(Link.objects.values_list("href", flat=True)) == names


def test_nothing_absolute_ever_binds(collection):
    write_document(collection, "b.md", "# B")
    write_document(
        collection,
        "a.md",
        "[1](https://evil.example/x/b.md) [2](//evil.example/b.md) [3](file:///b.md)"
        " [4](mailto:b.md) [5](javascript:b.md)",
    )
    assert set(outcome(collection).values()) == {(None, LinkState.EXTERNAL, None)}


def test_queries_and_fragments_are_understood_and_fragments_are_checked(collection):
    write_document(collection, "b.md", '# Bee\n\n## Two parts\n\n<a id="by-hand"></a>\n')
    write_document(
        collection,
        "a.md",
        "# A\n\n[1](b.md#two-parts) [2](b.md#gone) [3](b.md?plain=1) [4](b.md?x=1#by-hand)"
        " [5](#a) [6](#nowhere) [7](b.md#top) [8](b.md#)",
    )
    assert outcome(collection) == {
        "b.md#two-parts": found("b.md", fragment=True),
        "b.md#gone": found("b.md", fragment=False),
        "b.md?plain=1": found("b.md"),
        "b.md?x=1#by-hand": found("b.md", fragment=True),
        "#a": found("a.md", fragment=True),
        "#nowhere": found("a.md", fragment=False),
        "b.md#top": found("b.md", fragment=True),
        "b.md#": found("b.md"),
    }


def test_titles_aliases_and_base_names_bind_when_unique(collection):
    write_document(
        collection, "one/relay.md", "---\ntitle: The relay\naliases: [Box, Old box]\n---\n"
    )
    write_document(collection, "two/pump.md", "# Pump")
    write_document(collection, "three/pump.md", "# Other pump")
    write_document(collection, "main.md", "# Main")
    write_document(
        collection,
        "deep/down/a.md",
        "[1](The%20relay) [2](old%20BOX) [3](relay.md) [4](pump.md) [5](two/pump)"
        " [6](../relay.rst) [7](../relay) [8](../main.go)",
    )
    assert outcome(collection) == {
        "The%20relay": found("one/relay.md"),
        "old%20BOX": found("one/relay.md"),
        "relay.md": found("one/relay.md"),
        "pump.md": BROKEN,
        "two/pump": found("two/pump.md"),
        "../relay.rst": BROKEN,
        "../relay": found("one/relay.md"),
        "../main.go": BROKEN,
    }


def test_wiki_links_name_pages_by_title_key_or_base_name(collection):
    write_document(collection, "ops/restart-relay.md", "# Restart the relay\n\n## Roll back\n")
    write_document(collection, "style.md", "---\ntitle: C# style\n---\n")
    write_document(
        collection,
        "a.md",
        "[[Restart the relay]] [[restart relay|do it]] [[ops/restart-relay#Roll back]]"
        " [[C# style]] [[Nowhere]] [[Restart the relay#gone]] [[#Roll back]]",
    )
    relay = "ops/restart-relay.md"
    assert outcome(collection) == {
        "Restart the relay": found(relay),
        "restart relay": found(relay),
        "ops/restart-relay#Roll back": found(relay, fragment=True),
        "C# style": found("style.md"),
        "Nowhere": BROKEN,
        "Restart the relay#gone": found(relay, fragment=False),
        "#Roll back": found("a.md", fragment=False),
    }


def test_a_folder_leads_to_its_index_page(collection):
    write_document(collection, "guides/README.md", "# Guides")
    write_document(collection, "ref/index.md", "# Reference")
    write_document(collection, "guides/a.md", "[1](.) [2](../ref/) [3](/guides)")
    assert outcome(collection) == {
        ".": found("guides/README.md"),
        "../ref/": found("ref/index.md"),
        "/guides": found("guides/README.md"),
    }


def test_a_link_to_the_built_page_leads_to_its_source_but_only_at_that_place(collection):
    write_document(collection, "book/cargo.md", "# Cargo\n\n## Options\n")
    write_document(collection, "book/a.md", "[1](cargo.html#options) [2](other/cargo.html)")
    assert outcome(collection) == {
        "cargo.html#options": found("book/cargo.md", fragment=True),
        "other/cargo.html": BROKEN,
    }


def test_links_are_tried_again_when_pages_come_move_and_go(collection):
    write_document(collection, "a.md", "[b](b.md)")
    assert outcome(collection) == {"b.md": BROKEN}
    added = write_document(collection, "b.md", "# B")
    assert outcome(collection) == {"b.md": found("b.md")}
    rename_document(user=operator(), document_id=added.document_id, source_key="moved/c.md")
    assert outcome(collection) == {"b.md": BROKEN}
    rename_document(user=operator(), document_id=added.document_id, source_key="moved/b.md")
    assert outcome(collection) == {"b.md": found("moved/b.md")}
    delete_document(user=operator(), document_id=added.document_id)
    assert Link.objects.get().state == LinkState.PENDING
    assert outcome(collection) == {"b.md": BROKEN}


def test_the_outcome_does_not_depend_on_the_order_of_arrival():
    pages = [(f"{folder}/page.md", "# Page") for folder in "abc"]
    pages.append(("a/start.md", "[1](page.md) [2](page) [3](../c/page.md) [4](nothing/page.md)"))
    forwards, backwards = CollectionFactory(), CollectionFactory()
    for key, text in pages:
        write_document(forwards, key, text)
    for key, text in reversed(pages):
        write_document(backwards, key, text)
    assert outcome(forwards) == outcome(backwards)


def test_a_page_of_another_collection_is_no_target(collection):
    write_document(CollectionFactory(), "b.md", "# B")
    write_document(collection, "a.md", "[b](b.md)")
    assert outcome(collection) == {"b.md": BROKEN}


def test_missing_images_are_broken_links_and_shown_ones_lead_to_their_file(collection):
    write_document(collection, "g/a.md", "![i](plan.png) ![[logo.png]]\n\n![no](gone.png)\n")
    for key in ("g/plan.png", "art/logo.png"):
        file = IncomingAttachment(key, PNG)
        attach_file(user=operator(), collection_id=collection.pk, file=file)
    resolve_collection(collection_id=collection.pk)
    broken = broken_links(user=operator(), collection_id=collection.pk)
    assert [(one.line, one.href, one.reason) for one in broken] == [(3, "gone.png", "missing")]
    shown = Link.objects.exclude(target_attachment=None)
    assert dict(shown.values_list("href", "target_attachment__source_key")) == {
        "plan.png": "g/plan.png",
        "logo.png": "art/logo.png",
    }


def test_a_repeated_target_is_one_link_with_its_first_text(collection):
    write_document(collection, "a.md", "[first](b.md)\n\n[second](b.md)")
    assert list(Link.objects.values_list("text", "line")) == [("first", 1)]


def test_a_second_run_writes_nothing(collection):
    write_document(collection, "b.md", "# B")
    write_document(collection, "a.md", "[b](b.md#b) [c](c.md)")
    first = resolve_collection(collection_id=collection.pk)
    second = resolve_collection(collection_id=collection.pk)
    assert (first.resolved, first.unresolved, first.changed) == (1, 1, 2)
    assert (second.processed, second.changed) == (2, 0)


def test_a_fragment_that_spells_a_nul_is_stored_harmlessly(collection):
    write_document(collection, "a.md", "# A\n\n[x](#%00) [y](a.md#%00)")
    assert outcome(collection) == {
        "#%00": found("a.md", fragment=False),
        "a.md#%00": found("a.md", fragment=False),
    }
    assert Document.objects.get().title == "A"
