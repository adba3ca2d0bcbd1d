"""Diagrams are drawn under the strict policy of the pages, without a script."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_editor import SOURCE
from tests.factories import write_document

pytestmark = [pytest.mark.loopback, pytest.mark.django_db(transaction=True)]
TEXT = """# Ways

```mermaid
flowchart LR
  U((User)) -->|HTTPS| W[Web server] --> D[(Database)]
  subgraph work [Queue workers]
    J[Jobs] --> S{Done?}
  end
  W --> J
```
"""


def test_a_diagram_is_drawn_on_its_page_and_in_the_preview(new_visitor, handbook):
    write_document(handbook, "ways.md", TEXT)
    visitor = new_visitor(width=390, color_scheme="dark")
    page = visitor.sign_in()
    visitor.open("/docs/Handbook/ways.md")
    drawing = page.get_by_role("img", name="Flowchart: User, Web server, Database, Jobs, Done?")
    expect(drawing).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    fill = "getComputedStyle(document.querySelector('.diagram-node')).fill"
    assert page.evaluate(fill) != "rgb(0, 0, 0)"
    expect(page.locator(".diagram-source pre")).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 900})
    visitor.open("/docs/Handbook/ways.md/edit")
    page.fill(SOURCE, TEXT.replace("Done?", "Ready?"))
    expect(page.locator("#Preview .diagram-drawing")).to_contain_text("Ready?")
    page.fill(SOURCE, TEXT.replace("-->|HTTPS|", "->"))
    expect(page.locator("#Preview .render-note")).to_contain_text("line 2 of it is not understood")
    page.fill(SOURCE, TEXT)
    expect(page.locator("#Preview .diagram-drawing")).to_be_visible()
    assert visitor.complaints == []
