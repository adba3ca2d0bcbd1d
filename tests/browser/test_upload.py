import pytest
from playwright.sync_api import expect

from apps.collections.models import Document

pytestmark = [pytest.mark.loopback, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def folder(tmp_path):
    """A folder with folders in it, odd names and one file that is no document."""
    root = tmp_path / "wiki"
    (root / "guides" / "deep").mkdir(parents=True)
    (root / "index.md").write_text("# Index\n")
    (root / "guides" / "deep" / "#1 what?.md").write_text("# Deep\n")
    (root / "guides" / "日本語.md").write_text("# 日本語\n")
    (root / "picture.png").write_bytes(b"\x89PNG")
    return root


UPLOADED = ["guides/deep/#1 what?.md", "guides/日本語.md", "index.md"]


def new_keys():
    keys = Document.objects.order_by("source_key").values_list("source_key", flat=True)
    return [key for key in keys if key in UPLOADED]


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_folder_is_uploaded_with_its_paths(new_visitor, handbook, folder, scripts):
    visitor = new_visitor(java_script_enabled=scripts)
    page = visitor.sign_in()
    visitor.open("/docs/Handbook/-/upload")
    page.set_input_files("#folder", folder)
    page.get_by_role("button", name="Upload", exact=True).click()
    received = page.locator("[data-received]")
    expect(received).to_contain_text("3 created")
    expect(received).to_contain_text("picture.png")
    assert new_keys() == UPLOADED
    page.get_by_text("Dismiss").click()
    expect(received).to_have_count(0)
    assert visitor.complaints == []


def test_what_has_a_note_stands_first_whichever_batch_it_came_in(new_visitor, handbook, tmp_path):
    names = ["Guide.md", *(f"page-{number:02}.md" for number in range(50)), "guide.md"]
    for name in names:
        (tmp_path / name).write_text(f"# {name}\n")
    visitor = new_visitor()
    page = visitor.sign_in()
    visitor.open("/docs/Handbook/-/upload")
    page.set_input_files("#files", [tmp_path / name for name in names])
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.locator("[data-received] h2")).to_contain_text("52 created")
    rows = page.locator("[data-received] li").all_inner_texts()
    assert [row.replace("\n", " ") for row in rows[:2]] == [
        "guide.md created · differs from an earlier name only in case",
        "Guide.md created",
    ]
    assert len(rows) == 52
    assert visitor.complaints == []


DROP = """async () => {
  const files = new DataTransfer();
  files.items.add(new File(["# Dropped\\n"], "dropped.md", { type: "text/markdown" }));
  const fire = (type) => dispatchEvent(new DragEvent(type, {
    dataTransfer: files, bubbles: true, cancelable: true }));
  fire("dragenter");
  const shown = !document.querySelector("[data-drop]").hidden;
  fire("drop");
  return shown;
}"""


def test_files_dropped_on_the_table_appear_in_it(new_visitor, handbook):
    visitor = new_visitor()
    page = visitor.sign_in()
    visitor.open("/docs/Handbook")
    assert page.evaluate(DROP) is True
    expect(page.locator("[data-received]")).to_contain_text("1 created")
    expect(page.locator("#documents")).to_contain_text("Dropped")
    assert visitor.complaints == []
