import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from apps.access.grants import grant_access
from apps.access.models import GrantLevel
from apps.collections.models import Attachment, Document
from tests.collections.files.pictures import GIF, PNG
from tests.collections.test_ingest import set_limits
from tests.factories import UserFactory
from tests.reader.pages import main_of, text_of

pytestmark = pytest.mark.django_db
EDIT = "/docs/Handbook/guides/setup.md/edit"
NEW = "/docs/Handbook/-/new"
PARTIAL = {"HX-Request": "true"}


def file(name="plan b.png", data=PNG):
    return SimpleUploadedFile(name, data)


def attach(client, *files, address=EDIT, content="# Mine\n", **options):
    fields = {"content": content, "base_version": "1", "do": "attach"}
    return client.post(address, {**fields, "attachment": list(files)}, **options)


def test_a_chosen_file_is_kept_and_stands_in_the_unsaved_text(client, setup):
    page = attach(client, file())
    row = Attachment.objects.get()
    assert (row.source_key, row.collection) == ("guides/attachments/plan-b.png", setup.collection)
    assert page.context["form"]["content"].value() == (
        "# Mine\n\n![plan-b](attachments/plan-b.png)\n"
    )
    assert 'src="/docs/Handbook/-/files/guides/attachments/plan-b.png"' in main_of(page)
    assert "is no file" not in text_of(page)
    assert Document.objects.get(pk=setup.pk).version == 1


def test_scripts_get_the_references_alone(client, setup):
    answer = attach(client, file(), file("notes.pdf", b"%PDF-"), headers=PARTIAL)
    assert answer.json() == {
        "references": [
            "![plan-b](attachments/plan-b.png)",
            "[notes.pdf](attachments/notes.pdf)",
        ],
        "problems": [],
    }


def test_a_new_page_keeps_its_files_beside_its_key(client, handbook):
    options = {"source_key": "ops/day/new.md", "content": "", "base_version": "0"}
    client.post(NEW, {**options, "do": "attach", "attachment": file()})
    client.post(NEW, {**options, "source_key": "", "do": "attach", "attachment": file()})
    keys = Attachment.objects.values_list("source_key", flat=True)
    assert list(keys) == ["attachments/plan-b.png", "ops/day/attachments/plan-b.png"]


def test_another_picture_of_the_same_name_takes_no_ones_place(client, setup):
    for data in (PNG, GIF, PNG, GIF):
        attach(client, file("image.png", data), file("plan.png", data))
    names = [key.rpartition("/")[2] for key in Attachment.objects.values_list("source_key", flat=1)]
    assert len(names) == 4
    assert [name for name in names if name.startswith("plan")][1] == "plan.png"
    assert all(name.startswith(("image-", "plan")) for name in names)


@pytest.mark.parametrize("name", ["tool.exe", "nosuffix", "page.md", "a.html"])
def test_what_cannot_be_kept_is_said_and_no_word_is_lost(client, setup, name):
    page = attach(client, file(name))
    assert page.context["form"]["content"].value() == "# Mine\n"
    assert "Your text is still here." in text_of(page)
    [problem] = attach(client, file(name), headers=PARTIAL).json()["problems"]
    assert problem
    assert not Attachment.objects.exists()


def test_a_file_over_the_limit_is_refused_and_the_others_are_kept(client, setup, settings):
    set_limits(settings, attachment_bytes=100)
    answer = attach(client, file("big.png", b"x" * 101), file(), headers=PARTIAL).json()
    assert answer["references"] == ["![plan-b](attachments/plan-b.png)"]
    assert answer["problems"] == ["big.png: The file is larger than 100 bytes."]


def test_no_file_is_no_fault(client, setup):
    assert "No file was chosen." in text_of(attach(client))


def test_readers_and_forms_without_a_token_attach_nothing(client, setup):
    reader = UserFactory()
    owner = setup.collection.owner
    grant_access(user=owner, source=setup.collection, to=reader, level=GrantLevel.READ)
    client.force_login(reader)
    assert attach(client, file()).status_code == 403
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(owner)
    assert attach(strict, file()).status_code == 403
    assert not Attachment.objects.exists()
