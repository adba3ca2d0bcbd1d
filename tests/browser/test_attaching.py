import hashlib

import pytest
from playwright.sync_api import expect

from apps.collections.models import Attachment
from tests.collections.files.pictures import PNG, png

pytestmark = [pytest.mark.loopback, pytest.mark.django_db(transaction=True)]
EDIT = "/docs/Handbook/guides/setup.md/edit"
SOURCE = "[data-source]"
GIVE = """([selector, kind, bytes, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
  const options = { bubbles: true, cancelable: true };
  const event = kind === "paste"
    ? new ClipboardEvent("paste", { ...options, clipboardData: data })
    : new DragEvent("drop", { ...options, dataTransfer: data });
  document.querySelector(selector).dispatchEvent(event);
}"""


def test_pictures_are_pasted_dropped_and_chosen_into_the_text(new_visitor, handbook):
    visitor = new_visitor()
    page = visitor.sign_in()
    visitor.open(EDIT)
    field = page.locator(SOURCE)
    field.fill("# Setup\n\n")
    page.evaluate(GIVE, [SOURCE, "paste", list(PNG), "image.png"])
    name = f"image-{hashlib.sha256(PNG).hexdigest()[:8]}"
    text = f"# Setup\n\n![{name}](attachments/{name}.png)"
    expect(field).to_have_value(text)
    field.press("Enter")
    page.evaluate(GIVE, [SOURCE, "drop", list(png(90)), "the plan.png"])
    expect(field).to_have_value(f"{text}\n![the-plan](attachments/the-plan.png)")
    page.set_input_files(
        "#Attachment", {"name": "a.png", "mimeType": "image/png", "buffer": png(120)}
    )
    expect(page.locator("#Preview img")).to_have_count(3)
    expect(page.locator("#Preview img").nth(1)).to_have_js_property("naturalWidth", 8)
    expect(page.locator("#Problems")).to_contain_text("No broken links")
    page.get_by_role("button", name="Publish").click()
    expect(page.locator(".prose img")).to_have_count(3)
    keys = Attachment.objects.values_list("source_key", flat=True)
    assert all(key.startswith("guides/attachments/") for key in keys)
    assert visitor.complaints == []


def test_a_file_is_attached_without_javascript(new_visitor, handbook):
    visitor = new_visitor(width=390, java_script_enabled=False)
    page = visitor.sign_in()
    visitor.open(EDIT)
    page.fill(SOURCE, "# Short\n")
    page.set_input_files("#Attachment", {"name": "a b.png", "mimeType": "image/png", "buffer": PNG})
    page.get_by_role("button", name="Attach").click()
    expect(page.locator(SOURCE)).to_have_value("# Short\n\n![a-b](attachments/a-b.png)\n")
    page.get_by_role("button", name="Publish").click()
    expect(page.locator(".prose img")).to_have_js_property("naturalWidth", 8)
    assert Attachment.objects.get().source_key == "guides/attachments/a-b.png"


def test_what_cannot_be_attached_is_said_and_the_text_stays(new_visitor, handbook):
    visitor = new_visitor()
    page = visitor.sign_in()
    visitor.open(EDIT)
    page.fill(SOURCE, "# Short\n")
    page.evaluate(GIVE, [SOURCE, "drop", [77, 90], "tool.exe"])
    expect(page.locator("#announcer")).to_contain_text("tool.exe: This is no attachment")
    expect(page.locator(SOURCE)).to_have_value("# Short\n")
    assert visitor.complaints == []
