"""The graph: drawn, worked by keyboard and mouse, told as a list."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.loopback, pytest.mark.django_db(transaction=True)]
GRAPH = "/graph/collection:Handbook"
TASK = f"{GRAPH}?task=stop+the+queue"
# How many points of the canvas have paint on them.
PAINTED = """canvas => {
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  return data.filter((value, index) => index % 4 === 3 && value > 0).length;
}"""

# A point of the window at which there is a node.
UNDER = """canvas => {
  const { left, top, right, bottom } = canvas.getBoundingClientRect();
  for (let y = top + 8; y < bottom; y += 8) {
    for (let x = left + 340; x < right; x += 8) {
      canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: x, clientY: y }));
      if (canvas.classList.contains("is-over")) return [x, y];
    }
  }
}"""


def open_graph(visitor, address):
    page = visitor.open(address)
    expect(page.locator("canvas[data-settled]")).to_be_attached()
    return page


def test_it_is_drawn_and_goes_from_node_to_node_by_keyboard(new_visitor, handbook):
    visitor = new_visitor()
    visitor.sign_in()
    page = open_graph(visitor, GRAPH)
    canvas, details = page.locator("canvas"), page.locator("[data-details]")
    assert canvas.evaluate(PAINTED) > 500
    expect(details).to_be_hidden()
    canvas.focus()
    page.keyboard.press("n")
    expect(details.get_by_role("link", name="Rollback").first).to_be_visible()
    expect(details).to_contain_text("Steps")
    expect(page.locator("[data-said]")).to_contain_text("Rollback, document")
    page.keyboard.press("n")
    expect(details).to_contain_text("guides/setup.md")
    page.keyboard.press("Escape")
    expect(details).to_be_hidden()
    page.keyboard.press("p")
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.locator("h1").first).to_contain_text("Rollback")
    assert visitor.complaints == []


def test_a_task_rings_what_the_pack_takes_and_shows_it_beside(new_visitor, handbook):
    visitor = new_visitor()
    visitor.sign_in()
    page = open_graph(visitor, GRAPH)
    page.get_by_label("Task", exact=True).fill("stop the queue")
    page.get_by_label("Task", exact=True).press("Enter")
    expect(page.locator("canvas[data-settled]")).to_be_attached()
    expect(page.get_by_role("list", name="In the pack")).to_contain_text("Seed")
    expect(page.locator("#pack")).to_contain_text("tokens")
    expect(page.locator("#pack .prose")).to_contain_text("Stop the queue.")
    chosen = page.locator("[data-list] ol").get_by_role("link")
    expect(chosen.first).to_have_text("Rollback")
    page.locator("canvas").focus()
    page.keyboard.press("n")
    expect(page.locator("[data-details]")).to_contain_text("Seed")
    corner, panel = (page.locator(one).bounding_box() for one in ("[data-corner]", ".graph-panel"))
    assert corner["x"] + corner["width"] <= panel["x"]
    assert visitor.complaints == []


def test_the_mouse_drags_zooms_and_chooses_a_node(new_visitor, handbook):
    visitor = new_visitor()
    visitor.sign_in()
    page = open_graph(visitor, GRAPH)
    x, y = page.locator("canvas").evaluate(UNDER)
    page.mouse.move(x, y)
    name = page.locator("[data-tip]").text_content()
    page.mouse.down()
    page.mouse.move(x + 30, y + 20, steps=3)
    page.mouse.up()
    expect(page.locator("[data-details]")).to_be_hidden()
    page.mouse.click(x + 30, y + 20)
    expect(page.locator("[data-details]")).to_contain_text(name)
    # Zooming keeps what is under the mouse where it is.
    page.mouse.wheel(0, -300)
    page.mouse.move(x + 31, y + 20)
    expect(page.locator("[data-tip]")).to_have_text(name)
    assert visitor.complaints == []


def test_kinds_are_hidden_the_list_is_searched_and_the_panel_is_widened(new_visitor, handbook):
    visitor = new_visitor(reduced_motion="reduce", color_scheme="dark")
    visitor.sign_in()
    page = open_graph(visitor, GRAPH)
    before = page.locator("canvas").evaluate(PAINTED)
    for kind in ("Sections", "Folders"):
        page.get_by_label(kind).uncheck()
    page.wait_for_function(f"({PAINTED})(document.querySelector('canvas')) < {before}")
    page.get_by_label("Find in the list").fill("ROLLBACK")
    expect(page.locator("[data-found]")).to_have_text("1 of 4 found")
    assert page.locator(".node-row:visible").count() == 1
    divider = page.get_by_role("separator", name="Width of the panel")
    divider.press("Enter")
    expect(divider).to_have_attribute("aria-valuenow", "72")
    assert visitor.complaints == []


def test_without_scripts_the_list_and_the_pack_are_the_page(new_visitor, handbook):
    visitor = new_visitor(width=390, java_script_enabled=False)
    visitor.sign_in()
    page = visitor.open(TASK)
    assert page.locator("canvas").is_hidden()
    expect(page.locator("#pack .prose")).to_contain_text("Stop the queue.")
    page.locator("#node-2 summary").click()
    page.locator("#node-2").get_by_role("link", name="Steps").click()
    expect(page.locator("h1").first).to_contain_text("Rollback")
    assert visitor.complaints == []
