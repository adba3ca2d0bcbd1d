import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from apps.collections.models import Document, Upload
from apps.jobs.models import Job
from tests.api.clients import error_of, fields_of

pytestmark = pytest.mark.django_db
TEXT = b"# T\n\nText.\n"


@pytest.fixture
def path(collection, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return f"/api/md-collections/{collection.pk}/documents"


def file(name="a.md", data=TEXT, content_type="text/markdown"):
    return SimpleUploadedFile(name, data, content_type)


def archive(**entries):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, data in entries.items():
            packed.writestr(f"{name}.md", data)
    return out.getvalue()


def send(client, path, /, **fields):
    return client.post(path, fields, format="multipart")


def test_one_file_is_kept_under_its_name(client, path):
    response = send(client, path, file=file("restore.md"))
    assert (response.status_code, response.json()["source_key"]) == (201, "restore.md")
    again = send(client, path, file=file("restore.md"))
    assert (again.status_code, again.json()["state"]) == (200, "unchanged")


def test_one_file_may_be_given_a_key_and_a_title(client, path):
    response = send(client, path, file=file(), source_key="guides/x.md", title="By hand")
    assert (response.json()["source_key"], response.json()["title"]) == ("guides/x.md", "By hand")


def test_several_files_have_a_result_each(client, path):
    response = send(client, path, file=[file("a.md"), file("b.exe"), file("c.md")])
    body = response.json()
    assert response.status_code == 200
    assert [one["state"] for one in body["results"]] == ["created", "error", "created"]


def test_a_folder_keeps_its_paths(client, path):
    files = [file("install.md"), file("install.md", TEXT + b"More.\n")]
    response = send(client, path, file=files, path=["guides/install.md", "notes/install.md"])
    keys = [one["source_key"] for one in response.json()["results"]]
    assert keys == ["guides/install.md", "notes/install.md"]


def test_a_file_that_is_no_text_stops_no_other(client, path):
    bad = b"# T\n\nab\x00cd\xff\xfe"
    files = [
        file(f"{number}.md", bad if number == 4 else TEXT + b"%d" % number) for number in range(10)
    ]
    body = send(client, path, file=files).json()
    states = [one["state"] for one in body["results"]]
    assert states == ["created"] * 4 + ["error"] + ["created"] * 5
    assert body["results"][4]["code"] == "encoding"


def test_a_single_file_that_is_no_text_is_a_415(client, path):
    response = send(client, path, file=file("a.md", b"ab\x00cd\xff\xfe"))
    error_of(response, 415, "UNSUPPORTED_FORMAT")


def test_a_file_over_the_limit_is_not_taken_in(client, path, small_documents):
    large = file("large.md", b"x" * 1001)
    error_of(send(client, path, file=large), 413, "TOO_LARGE")
    large.seek(0)
    body = send(client, path, file=[large, file("small.md")]).json()
    assert [one["state"] for one in body["results"]] == ["error", "created"]


def test_an_archive_is_kept_and_a_job_takes_it_in(client, path):
    response = send(client, path, file=file("docs.zip", archive(a=TEXT, b=TEXT)))
    job = Job.objects.get(kind="upload")
    assert response.status_code == 202
    assert (response.json()["id"], response.json()["status"]) == (str(job.pk), "queued")
    assert (response.json()["kind"], response.json()["total"]) == ("upload", 2)
    assert Upload.objects.get().pk == job.target_id
    assert client.get(f"/api/jobs/{job.pk}").json() == response.json()


def test_an_archive_is_known_by_its_type_too(client, path):
    packed = file("docs", archive(a=TEXT), "application/zip")
    assert send(client, path, file=packed).status_code == 202


@pytest.mark.parametrize(
    "data", [b"", b"PK\x03\x04", b"no zip at all", b"PK\x05\x06" + b"\xff" * 18]
)
def test_an_archive_that_is_none_is_refused(client, path, data):
    response = send(client, path, file=file("docs.zip", data))
    error_of(response, 400, "INVALID_REQUEST")
    assert not Upload.objects.exists()


def test_an_archive_comes_alone(client, path):
    files = [file("a.md"), file("docs.zip", archive(a=TEXT))]
    assert fields_of(send(client, path, file=files)) == ["file"]


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({}, ["file"]),
        ({"other": file()}, ["file"]),
        ({"file": "not a file"}, ["file.0"]),
        ({"file": file(), "path": ["a.md", "b.md"]}, ["path"]),
        ({"file": [file("a.md"), file("b.md")], "path": ["a.md"]}, ["path"]),
        ({"file": [file("a.md"), file("b.md")], "source_key": "x.md"}, ["source_key"]),
        ({"file": [file("a.md"), file("b.md")], "title": "X"}, ["title"]),
        ({"file": file(), "source_key": "../x.md"}, ["source_key"]),
        ({"file": file(), "source_key": "a\x00.md"}, ["source_key"]),
        ({"file": file(), "path": ["/etc/passwd.md"]}, ["source_key"]),
    ],
    ids=range(10),
)
def test_what_is_wrong_with_a_form_is_named(client, path, fields, wrong):
    assert fields_of(send(client, path, **fields)) == wrong
    assert not Document.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"--x",
        b"--x\r\n\r\n",
        b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc',
        b"\xff\xfe\x00",
        b'--x\r\nContent-Disposition: form-data; name="file"; filename=""\r\n\r\n\r\n--x--\r\n',
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\n\x00\r\n',
    ],
    ids=range(7),
)
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "multipart/form-data"])
def test_a_damaged_form_is_refused(client, path, body, kind):
    error_of(client.generic("POST", path, body, content_type=kind), 400, "INVALID_REQUEST")


def test_a_form_over_the_limit_is_refused_before_it_is_read(client, path):
    response = client.generic(
        "POST",
        path,
        b"--x",
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH="9" * 12,
    )
    error_of(response, 413, "TOO_LARGE")
