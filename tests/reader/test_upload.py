import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from apps.access.grants import grant_access
from apps.access.models import GrantLevel
from apps.collections.models import Document
from apps.jobs.models import Job, JobKind
from tests.factories import CollectionFactory, UserFactory
from tests.reader.pages import text_of

BOUNDARY = "----pressmark"


def send(client, collection, parts, **headers):
    """Post files under names with folders, as browsers do; Django's own test client strips them."""
    body = b""
    for field, name, data in parts:
        head = f'Content-Disposition: form-data; name="{field}"; filename="{name}"'
        body += f"--{BOUNDARY}\r\n{head}\r\nContent-Type: text/markdown\r\n\r\n".encode()
        body += data + b"\r\n"
    body += f"--{BOUNDARY}--\r\n".encode()
    return client.post(
        f"/docs/{collection.pk}/-/upload",
        data=body,
        content_type=f"multipart/form-data; boundary={BOUNDARY}",
        headers=headers,
    )


def keys_of(collection):
    return list(Document.objects.filter(collection=collection).values_list("source_key", flat=True))


@pytest.fixture
def shelf(writer):
    return CollectionFactory(name="Shelf", owner=writer)


@pytest.mark.django_db
def test_several_files_are_taken_in_and_each_is_told(client, shelf):
    parts = [("files", "a.md", b"# A\n"), ("files", "b.md", b"# B\n")]
    response = send(client, shelf, parts)
    assert keys_of(shelf) == ["a.md", "b.md"]
    assert "2 created" in text_of(response)
    assert "2 unchanged" in text_of(send(client, shelf, parts))


@pytest.mark.django_db
def test_a_folder_keeps_its_inner_paths_and_loses_its_own_name(client, shelf):
    parts = [
        ("folder", "docs/a.md", b"# A\n"),
        ("folder", "docs/guides/deep/a.md", b"# Deep\n"),
        ("folder", "docs/日本 語/#1?.md", b"# Odd\n"),
    ]
    send(client, shelf, parts)
    assert keys_of(shelf) == ["a.md", "guides/deep/a.md", "日本 語/#1?.md"]


@pytest.mark.django_db
def test_names_stay_with_their_files_when_the_fields_are_mixed(client, shelf):
    parts = [
        ("folder", "docs/one.md", b"# One\n"),
        ("files", "sub/two.md", b"# Two\n"),
        ("folder", "docs/three.md", b"# Three\n"),
    ]
    send(client, shelf, parts)
    titles = dict(Document.objects.values_list("source_key", "title"))
    assert titles == {"one.md": "One", "sub/two.md": "Two", "three.md": "Three"}


@pytest.mark.django_db
def test_a_bad_file_is_named_with_its_reason_and_stops_no_other(client, shelf):
    parts = [
        ("files", "good.md", b"# Good\n"),
        ("files", "../climber.md", b"# Out\n"),
        ("files", "picture.png", b"\x89PNG"),
        ("files", "latin.md", b"caf\xe9 \xff\xfe\x00"),
    ]
    response = send(client, shelf, parts)
    assert keys_of(shelf) == ["good.md"]
    assert {one.source_key for one in response.context["received"].results if one.is_error} == {
        "../climber.md",
        "latin.md",
    }
    assert "2 not taken in" in text_of(response)


@pytest.mark.django_db
def test_a_zip_is_stored_and_becomes_a_job(client, shelf):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("docs/a.md", "# A\n")
    response = send(client, shelf, [("files", "docs.zip", packed.getvalue())])
    assert Job.objects.get().kind == JobKind.UPLOAD
    assert "1 archive queued" in text_of(response)


@pytest.mark.django_db
def test_a_file_that_only_calls_itself_zip_is_refused_in_place(client, shelf):
    response = send(client, shelf, [("files", "docs.zip", b"no archive")])
    assert response.status_code == 200
    assert "1 not taken in" in text_of(response)


@pytest.mark.django_db
def test_of_very_many_files_the_first_are_listed_and_all_are_counted(client, shelf, monkeypatch):
    monkeypatch.setattr("apps.reader.incoming.SHOWN", 1)
    good = [("files", f"{name}.md", b"# T\n") for name in "abc"]
    bad = [("files", f"{name}.png", b"") for name in "de"]
    shown = text_of(send(client, shelf, [*good, *bad]))
    assert "2 not taken in" in shown
    assert "3 created" in shown
    assert "and 3 more" in shown
    assert [name in shown for name in ("a.md", "b.md", "d.png", "e.png")] == [True, False] * 2


@pytest.mark.django_db
def test_names_that_differ_only_in_case_are_told_also_across_batches(client, shelf, monkeypatch):
    monkeypatch.setattr("apps.reader.incoming.SHOWN", 1)
    send(client, shelf, [("folder", "docs/Guide.md", b"# A\n"), ("folder", "docs/b.md", b"# B\n")])
    parts = [("folder", "docs/c.md", b"# C\n"), ("folder", "docs/guide.md", b"# A2\n")]
    shown = text_of(send(client, shelf, parts))
    assert "guide.md created · differs from an earlier name only in case" in shown
    assert "and 1 more" in shown
    assert keys_of(shelf) == ["Guide.md", "b.md", "c.md", "guide.md"]
    assert "only in case" not in text_of(send(client, shelf, [("folder", "docs/d.md", b"# D\n")]))


@pytest.mark.django_db
def test_sending_no_file_is_no_fault(client, shelf):
    assert "No file was chosen" in text_of(send(client, shelf, []))


@pytest.mark.django_db
def test_scripts_get_the_results_alone(client, shelf):
    response = send(client, shelf, [("files", "a.md", b"# A\n")], **{"HX-Request": "true"})
    assert "<html" not in response.content.decode()
    assert "1 created" in text_of(response)


@pytest.mark.django_db
def test_readers_cannot_upload_and_are_told(client, shelf):
    reader = UserFactory()
    grant_access(user=shelf.owner, source=shelf, to=reader, level=GrantLevel.READ)
    client.force_login(reader)
    assert send(client, shelf, [("files", "a.md", b"# A\n")]).status_code == 403
    assert keys_of(shelf) == []


@pytest.mark.django_db
def test_an_upload_without_the_form_token_is_refused(shelf):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(shelf.owner)
    file = SimpleUploadedFile("a.md", b"# A\n")
    response = strict.post(f"/docs/{shelf.pk}/-/upload", {"files": file})
    assert response.status_code == 403
    assert "The form has expired" in text_of(response)
    assert keys_of(shelf) == []
