"""Cross references by label, as Sphinx and MyST write them."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django_q.models import Schedule

from apps.access.principals import operator
from apps.collections.ingest import delete_document
from apps.collections.links_report import broken_links
from apps.collections.models import Document, Link, LinkState, LinkType
from apps.collections.previewing import preview
from apps.collections.rebuilding import rebuild_outdated
from apps.collections.renaming import rename_document
from apps.collections.resolve import resolve_collection
from apps.jobs.models import Job, JobKind
from apps.jobs.runner import run_job
from tests.factories import CollectionFactory, write_document

pytestmark = pytest.mark.django_db

RST = "Start\n=====\n\n.. _Second Part:\n\nThe second\n----------\n"
MYST = "(toolbox)=\n# Tools\n\n(saw)=\n## Saw\n"


def outcome(collection, key="z.rst"):
    """Each target of a page with where it leads, with the section, and whether that is found."""
    resolve_collection(collection_id=collection.pk)
    rows = Link.objects.filter(document__collection=collection, document__source_key=key)
    return {
        link.href: (
            f"{link.target_document.source_key}#{link.fragment}" if link.target_document else None,
            link.state,
            link.is_fragment_found,
        )
        for link in rows.select_related("target_document")
    }


def found(place, fragment=True):
    return (place, LinkState.RESOLVED, fragment)


BROKEN = (None, LinkState.BROKEN, None)
ELSEWHERE = (None, LinkState.EXTERNAL, None)


def test_roles_lead_to_the_section_of_a_label_of_either_format(collection):
    write_document(collection, "a.rst", RST)
    write_document(collection, "b/tools.md", MYST)
    write_document(
        collection,
        "z.rst",
        ":ref:`second  PART` :ref:`the saw <saw>` :numref:`toolbox` :doc:`/b/tools` :ref:`gone`",
    )
    assert outcome(collection) == {
        "second PART": found("a.rst#the-second"),
        "saw": found("b/tools.md#saw"),
        "toolbox": found("b/tools.md#tools"),
        "/b/tools": found("b/tools.md#", None),
        "gone": BROKEN,
    }


def test_myst_names_labels_in_roles_and_links_of_every_kind(collection):
    write_document(collection, "a.rst", RST.replace("Second Part", "second"))
    write_document(collection, "b/tools.md", MYST)
    source = (
        "# Own\n\n{ref}`saw` [t](second) [](toolbox) [u](#toolbox) [v](#own) [w](#gone) [x](gone)\n"
    )
    write_document(collection, "z.md", source)
    assert outcome(collection, "z.md") == {
        "saw": found("b/tools.md#saw"),
        "second": found("a.rst#the-second"),
        "toolbox": found("b/tools.md#tools"),
        "#toolbox": found("b/tools.md#tools"),
        "#own": found("z.md#own"),
        "#gone": found("z.md#gone", False),
        "gone": BROKEN,
    }


def test_a_path_comes_before_a_label_and_a_label_before_a_title(collection):
    write_document(collection, "saw.md", "# Path\n")
    write_document(collection, "b.md", "(saw)=\n# B\n\n(plane)=\n## Part\n")
    write_document(collection, "c.md", "---\ntitle: Plane\n---\n")
    write_document(collection, "z.md", "[a](saw) [b](plane) {ref}`saw`\n")
    resolve_collection(collection_id=collection.pk)
    links = Link.objects.filter(document__source_key="z.md").order_by("line", "pk")
    assert [(x.href, x.link_type, x.target_document.source_key) for x in links] == [
        ("saw", LinkType.RELATIVE, "saw.md"),
        ("plane", LinkType.RELATIVE, "b.md"),
        ("saw", LinkType.LABEL, "b.md"),
    ]


def test_ordinary_links_of_restructuredtext_name_no_labels(collection):
    write_document(collection, "b.md", MYST)
    write_document(collection, "z.rst", "`a <saw>`_ `b <#saw>`_")
    assert outcome(collection) == {"saw": BROKEN, "#saw": found("z.rst#saw", False)}


def test_a_label_that_two_documents_define_answers_nothing(collection):
    write_document(collection, "a.rst", RST)
    write_document(collection, "b.rst", RST)
    write_document(collection, "z.rst", ":ref:`second part`")
    assert outcome(collection) == {"second part": BROKEN}


def test_a_label_is_no_path_no_title_and_no_file(collection):
    write_document(collection, "saw.md", "(x)=\n# saw\n")
    write_document(collection, "z.rst", ":ref:`saw` :ref:`saw.md`")
    assert outcome(collection) == {"saw": BROKEN, "saw.md": BROKEN}


def test_labels_of_other_projects_and_of_made_pages_are_not_broken(collection):
    write_document(collection, "z.rst", ":ref:`genindex` :ref:`python:os` :ref:`other`")
    assert set(outcome(collection).values()) == {ELSEWHERE}
    write_document(collection, "b.md", MYST)
    assert outcome(collection) == {
        "genindex": ELSEWHERE,
        "python:os": ELSEWHERE,
        "other": BROKEN,
    }
    broken = broken_links(user=operator(), collection_id=collection.pk)
    assert [(one.href, one.reason) for one in broken] == [("other", "missing")]


def test_a_label_of_another_collection_is_no_target(collection):
    write_document(CollectionFactory(), "b.md", MYST)
    write_document(collection, "z.rst", ":ref:`saw` :ref:`toolbox`")
    assert set(outcome(collection).values()) == {ELSEWHERE}


def test_links_follow_labels_that_come_move_change_and_go(collection):
    write_document(collection, "z.md", "(own)=\n# Own\n\n{ref}`saw` [u](#saw)")
    nowhere = {"saw": BROKEN, "#saw": found("z.md#saw", False)}
    assert outcome(collection, "z.md") == nowhere
    added = write_document(collection, "b.md", MYST)
    there = {"saw": found("b.md#saw"), "#saw": found("b.md#saw")}
    assert outcome(collection, "z.md") == there
    assert resolve_collection(collection_id=collection.pk).changed == 0
    rename_document(user=operator(), document_id=added.document_id, source_key="c/d.md")
    assert outcome(collection, "z.md") == {"saw": found("c/d.md#saw"), "#saw": found("c/d.md#saw")}
    write_document(collection, "c/d.md", MYST.replace("## Saw", "## Better saw"))
    assert outcome(collection, "z.md")["saw"] == found("c/d.md#better-saw")
    write_document(collection, "c/d.md", "# Tools\n")
    assert outcome(collection, "z.md") == nowhere
    write_document(collection, "c/d.md", MYST)
    delete_document(user=operator(), document_id=added.document_id)
    assert outcome(collection, "z.md") == nowhere


def test_renaming_tells_of_roles_that_it_cannot_rewrite_and_leaves_labels_alone(collection):
    moved = write_document(collection, "b.md", MYST)
    write_document(collection, "labels.md", "{ref}`saw` [t](toolbox)\n")
    write_document(collection, "labels.rst", ":ref:`saw`\n")
    write_document(collection, "role.md", "{doc}`/b` [b](b.md)\n")
    write_document(collection, "role.rst", ":doc:`b`\n")
    result = rename_document(
        user=operator(), document_id=moved.document_id, source_key="c.md", update_links=True
    )
    assert (result.updated, sorted(result.left_over)) == (("role.md",), ["role.md", "role.rst"])
    assert Document.objects.get(source_key="role.md").content == "{doc}`/b` [b](c.md)\n"
    assert outcome(collection, "labels.md")["saw"] == found("c.md#saw")


def test_the_editor_tells_of_labels_that_lead_nowhere(collection):
    write_document(collection, "b.md", MYST)
    shown = preview(
        user=operator(),
        collection_id=collection.pk,
        source_key="z.md",
        content="(own)=\n# Z\n\n"
        "{ref}`saw` {ref}`own` [t](toolbox) [u](#saw) {ref}`p:x`\n\n{ref}`gone`\n",
        page_address=lambda key, fragment: f"/at/{key}#{fragment}",
    )
    assert [(one.line, one.code) for one in shown.problems] == [(6, "BROKEN_LINK")]
    assert 'href="/at/b.md#tools"' in shown.html


def test_documents_that_were_stored_before_labels_were_known_get_them_by_themselves(collection):
    write_document(collection, "b.md", MYST)
    write_document(collection, "z.rst", ":ref:`saw`")
    Link.objects.all().delete()
    Document.objects.update(labels=[], fingerprint="of an older parser")
    migration = import_module("apps.collections.migrations.0010_rebuild_older_documents")
    migration.forwards(apps, connection.schema_editor())
    schedule = Schedule.objects.get(name=migration.NAME)
    assert (schedule.func, schedule.schedule_type) == (
        f"{rebuild_outdated.__module__}.{rebuild_outdated.__name__}",
        Schedule.ONCE,
    )
    assert rebuild_outdated() == 1
    job = Job.objects.get(kind=JobKind.RECHUNK)
    run_job(str(job.pk))
    assert outcome(collection) == {"saw": found("b.md#saw")}
    assert set(Document.objects.values_list("version", flat=True)) == {1}
    assert rebuild_outdated() == 0
