"""The source is coloured as it is typed, and every letter stays where the field has it."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_editor import SETUP, SOURCE

pytestmark = [pytest.mark.loopback, pytest.mark.django_db(transaction=True)]
TEXT = """---
title: A page
---
# A heading with `code`

Some *emphasis*, **strong words**, `code`, [a link](rollback.md "t"), <b>tag</b>, https://a.example/x.

> - [ ] a task in a quote that goes on until it has to be wrapped into a second line of the field

```python
def f(x):  # not a *heading*
```

<!-- a comment
over lines --> and **text** behind

שלום עולם, זוהי **שורה** בעברית [קישור](a.md) שנמשכת עוד ועוד עד שהיא נשברת לשורה השנייה של השדה
文書を**索引に登録**します。文書を索引に登録します。文書を索引に登録します。文書を索引に登録します。
Averyveryverylongwordwithoutanybreakinitthatmustnotmakethepagewiderthanthescreenofatelephone
\ttab\tand [[wiki]] and ~~gone~~ trailing  \u0020
"""
PARTS = """() => [...document.querySelectorAll(".source-layer span")].map(
  (part) => [part.className.replace("source-", ""), part.textContent])"""
SIZES = """() => [...document.querySelectorAll("[data-source], .source-layer")].map(
  (part) => [part.scrollHeight, part.clientHeight, part.clientWidth, part.scrollTop])"""
# The layer follows with the event of the next frame.
SCROLL = """() => {
  document.querySelector("[data-source]").scrollTop = 150;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  return frame().then(frame);
}"""
IS_SAME = """() => document.querySelector(".source-layer").textContent
  === document.querySelector("[data-source]").value + "\\n" """
EDITS = [
    lambda text: text.replace("# A heading", "```\n# A heading"),
    lambda text: text.replace("```\n# A heading", "# A heading"),
    lambda text: text.replace("a comment", "a comment -->"),
    lambda text: text.replace("---\ntitle", "title"),
    lambda text: text.replace("```python", "python"),
    lambda text: "x\n" + text + "\n<!-- open",
    lambda text: text.replace("over lines -->", "over lines"),
]
KINDS = [
    *(("mark", "---"), ("name", "title:"), ("mark", "---"), ("heading", "# A heading with `code`")),
    *(("emphasis", "*emphasis*"), ("strong", "**strong words**"), ("code", "`code`")),
    *(("link", '[a link](rollback.md "t")'), ("markup", "<b>"), ("markup", "</b>")),
    *(("link", "https://a.example/x"), ("mark", "> - [ ]"), ("mark", "```python")),
    *(("code", "def f(x):  # not a *heading*"), ("mark", "```"), ("comment", "<!-- a comment")),
    *(("comment", "over lines -->"), ("strong", "**text**"), ("strong", "**שורה**")),
    *(("link", "[קישור](a.md)"), ("strong", "**索引に登録**"), ("link", "[[wiki]]")),
    ("strong", "~~gone~~"),
]


def test_the_source_is_coloured_while_every_letter_stays_where_the_field_has_it(
    new_visitor, handbook
):
    visitor = new_visitor()
    page = visitor.sign_in()
    visitor.open(f"{SETUP}/edit")
    page.fill(SOURCE, TEXT)
    assert page.evaluate(PARTS) == [list(part) for part in KINDS]
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate(SCROLL)
        layer, field = page.evaluate(SIZES)
        assert layer == field
        assert field[-1] == 150
    text, seen = TEXT, {}
    for edit in EDITS:
        text = edit(text)
        page.fill(SOURCE, text)
        assert page.evaluate(IS_SAME)
        seen[text] = page.evaluate(PARTS)
    for text, parts in seen.items():
        page.fill(SOURCE, "")
        page.fill(SOURCE, text)
        assert page.evaluate(PARTS) == parts
    page.fill(SOURCE, ("a" * 999 + "\n") * 201)
    expect(page.locator(".source-layer")).to_be_hidden()
    assert visitor.complaints == []


def test_the_list_of_problems_ends_above_the_bar(new_visitor, handbook):
    visitor = new_visitor()
    page = visitor.sign_in()
    visitor.open(f"{SETUP}/edit")
    page.fill(SOURCE, "[gone](gone.md)\n" * 12)
    expect(page.locator("#Problems")).to_contain_text("12 things")
    expect(page.locator("#DraftState")).to_contain_text("Draft saved")
    ends = """() => [document.querySelector("#Problems").getBoundingClientRect().bottom,
      document.querySelector(".editor-bar").getBoundingClientRect().top]"""
    bottom, top = page.evaluate(ends)
    assert bottom <= top
    visitor.open(f"{SETUP}/edit")
    expect(page.locator(".draft-notice")).to_be_visible()
    bottom, top = page.evaluate(ends)
    assert bottom <= top
