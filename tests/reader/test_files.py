import pytest

from apps.access.grants import grant_access, revoke_access
from apps.access.models import GrantLevel
from apps.access.principals import operator
from apps.collections.attaching import attach_file
from apps.collections.attachments import IncomingAttachment
from apps.collections.models import Attachment
from apps.collections.resolve import resolve_collection
from tests.collections.files.pictures import PDF, PNG, SVG
from tests.factories import UserFactory, write_document
from tests.reader.pages import main_of, text_of, without_tokens
from tests.reader.test_upload import send

pytestmark = pytest.mark.django_db
PICTURE = "/docs/Handbook/-/files/guides/img/a%20b.png"
DRAWING = "/docs/Handbook/-/files/guides/d.svg"


def attach(collection, key, data):
    file = IncomingAttachment(key, data)
    return attach_file(user=operator(), collection_id=collection.pk, file=file)


@pytest.fixture
def pictured(handbook):
    attach(handbook, "guides/img/a b.png", PNG)
    attach(handbook, "guides/d.svg", SVG)
    attach(handbook, "plan – ü.pdf", PDF)
    return handbook


def test_a_raster_image_is_shown_in_place_under_its_hash(client, pictured):
    answer = client.get(PICTURE)
    assert answer.content == PNG
    assert {name: answer[name] for name in HEADERS} == {
        "Content-Type": "image/png",
        "Content-Disposition": 'inline; filename="a b.png"',
        "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-cache",
    }
    assert answer["ETag"] == f'"{Attachment.objects.get(size=len(PNG)).sha256}"'


HEADERS = (
    *("Content-Type", "Content-Disposition", "Content-Security-Policy"),
    *("X-Content-Type-Options", "Cache-Control"),
)


@pytest.mark.parametrize(
    ("address", "media_type", "name"),
    [
        (DRAWING, "image/svg+xml", 'filename="d.svg"'),
        (
            "/docs/Handbook/-/files/plan%20%E2%80%93%20%C3%BC.pdf",
            "application/pdf",
            "filename*=utf-8''plan%20%E2%80%93%20%C3%BC.pdf",
        ),
    ],
)
def test_everything_else_is_a_download_that_runs_nothing(
    client, pictured, address, media_type, name
):
    answer = client.get(address)
    assert {header: answer[header] for header in HEADERS} == {
        "Content-Type": media_type,
        "Content-Disposition": f"attachment; {name}",
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-cache",
    }


def test_html_that_calls_itself_an_image_is_a_download(client, handbook):
    attach(handbook, "trap.png", b"<html><script>alert(1)</script>")
    answer = client.get("/docs/Handbook/-/files/trap.png")
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["Content-Disposition"].startswith("attachment")


def test_a_browser_that_has_the_file_gets_no_body_and_the_same_headers(client, pictured):
    tag = client.get(PICTURE)["ETag"]
    answer = client.get(PICTURE, headers={"If-None-Match": tag})
    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", tag)
    assert answer["X-Content-Type-Options"] == "nosniff"
    attach(pictured, "guides/img/a b.png", PNG + b"more")
    assert client.get(PICTURE, headers={"If-None-Match": tag}).status_code == 200


def test_a_hidden_file_is_a_missing_file_also_to_whoever_has_its_tag(client, pictured):
    reader = UserFactory()
    grant_access(user=pictured.owner, source=pictured, to=reader, level=GrantLevel.READ)
    client.force_login(reader)
    tag = client.get(PICTURE)["ETag"]
    revoke_access(user=pictured.owner, source=pictured, to=reader)
    hidden = client.get(PICTURE, headers={"If-None-Match": tag})
    nowhere = "/docs/Nowhere/-/files/x.png"
    missing = client.get(nowhere, headers={"If-None-Match": tag})
    assert (hidden.status_code, missing.status_code) == (404, 404)
    assert without_tokens(hidden).replace(PICTURE, nowhere) == without_tokens(missing)


def test_documents_show_their_images_and_lead_to_their_files(client, pictured):
    text = "![one](img/a%20b.png) ![two](D.svg) [plan](../plan – ü.pdf) ![no](none.png)\n"
    write_document(pictured, "guides/shows.md", text.replace("plan – ü.pdf", "plan%20–%20ü.pdf"))
    for _ in range(2):
        html = main_of(client.get("/docs/Handbook/guides/shows.md"))
        assert f'src="{PICTURE}"' in html
        assert f'src="{DRAWING}"' in html
        assert html.count("broken-image") == 1
        resolve_collection(collection_id=pictured.pk)
    assert 'href="/docs/Handbook/-/files/plan%20%E2%80%93%20%C3%BC.pdf"' in html
    notice = "1 link on this page leads to no document, file or section of the collection"
    assert notice in text_of(client.get("/docs/Handbook/guides/shows.md"))
    metadata = main_of(client.get("/docs/Handbook/guides/shows.md?tab=metadata"))
    assert 'href="/docs/Handbook/-/files/plan%20%E2%80%93%20%C3%BC.pdf"' in metadata


def test_the_key_of_a_file_below_the_collection_leads_to_the_file(client, pictured):
    answer = client.get("/docs/Handbook/guides/img/a%20b.png")
    assert (answer.status_code, answer["Location"]) == (302, PICTURE)
    assert client.get("/docs/Handbook/guides/img/none.png").status_code == 404


def test_files_are_listed_filtered_and_deleted_after_a_question(client, pictured):
    words = text_of(client.get("/docs/Handbook/-/files"))
    assert all(key in words for key in ("guides/img/a b.png", "guides/d.svg", "plan – ü.pdf"))
    assert "d.svg" not in text_of(client.get("/docs/Handbook/-/files?filter=img"))
    write_document(pictured, "guides/shows.md", "[d](d.svg)\n")
    resolve_collection(collection_id=pictured.pk)
    file = Attachment.objects.get(source_key="guides/d.svg")
    address = f"/docs/Handbook/-/file/{file.pk}/delete"
    assert "Links to it will lead nowhere" in text_of(client.get(address))
    answer = client.post(address, follow=True)
    assert "guides/d.svg is deleted." in text_of(answer)
    assert Attachment.objects.count() == 2


def test_readers_see_files_and_cannot_delete_them(client, pictured):
    reader = UserFactory()
    grant_access(user=pictured.owner, source=pictured, to=reader, level=GrantLevel.READ)
    client.force_login(reader)
    assert "delete" not in main_of(client.get("/docs/Handbook/-/files"))
    file = Attachment.objects.first()
    assert client.post(f"/docs/Handbook/-/file/{file.pk}/delete").status_code == 403


def test_a_folder_is_taken_in_with_its_images(client, handbook):
    parts = [
        ("folder", "docs/a.md", b"![x](img/x.png)\n"),
        ("folder", "docs/img/x.png", PNG),
        ("folder", "docs/img/big.exe", b"MZ"),
    ]
    response = send(client, handbook, parts)
    assert Attachment.objects.get().source_key == "img/x.png"
    assert "1 not taken in 1 created 1 file kept" in text_of(response).replace("\u00a0", " ")
    again = text_of(send(client, handbook, parts)).replace("\u00a0", " ")
    assert "1 unchanged 1 file kept" in again
