"""The page on which groups, members and grants go out and come in."""

import pytest
from django.contrib.auth.models import Group
from django.core.files.uploadedfile import SimpleUploadedFile

from apps.access.models import AuditEntry

pytestmark = pytest.mark.django_db
PAGE = "/admin/access-file/"


def check(client, content: bytes, form="csv"):
    file = SimpleUploadedFile("access.csv", content)
    return client.post(PAGE, {"step": "check", "form": form, "file": file})


def test_a_file_is_checked_then_taken_in(stage):
    client = stage.client("admin")
    asked = check(client, "\ufeffkind,group\ngroup,<b>bold</b>\n".encode())
    assert [one.text for one in asked.context["outcome"].changes] == [
        "group <b>bold</b> is started"
    ]
    assert "<b>bold</b> is" not in asked.content.decode()
    assert not Group.objects.filter(name__contains="bold").exists()
    text = asked.context["form"].cleaned_data["text"]
    stored = client.post(PAGE, {"step": "store", "form": "csv", "text": text})
    assert stored.context["outcome"].is_stored
    assert Group.objects.filter(name="<b>bold</b>").exists()


def test_the_download_is_audited(stage):
    response = stage.client("admin").post(PAGE, {"step": "export", "form": "json"})
    assert response["Content-Disposition"] == 'attachment; filename="access.json"'
    assert AuditEntry.objects.latest("id").action == "access.exported"


@pytest.mark.parametrize("part", ["owner", "stranger"])
def test_staff_who_are_no_admins_find_it_closed(stage, part):
    client = stage.client(part)
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE, {"step": "export", "form": "csv"}).status_code == 403
    assert "access-file" not in client.get("/admin/").content.decode()


@pytest.mark.parametrize(
    ("content", "form"),
    [(b"", "csv"), (b"\xff\xfe", "csv"), (b"x\0", "csv"), (b"{", "json"), (b"a", "xml")],
)
def test_what_is_no_such_file_is_said_on_the_page(stage, content, form):
    response = check(stage.client("admin"), content, form)
    assert response.status_code == 200
    assert response.context["form"].errors
