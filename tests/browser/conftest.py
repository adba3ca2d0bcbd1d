"""A real browser before a real server. Skipped where no Chromium is found."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from apps.access.models import User
from tests.factories import CollectionFactory, write_document

# Playwright's sync API runs an event loop in this thread; the ORM calls here are the tests' own.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PASSWORD = "a long password"
# Milliseconds; the first page compiles every template, maybe on a busy machine.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)


def find_chromium() -> str | None:
    """The system's Chromium, or the one that Playwright has installed."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    own = sorted(Path.home().glob(".cache/ms-playwright/chromium-*/chrome-linux*/chrome"))
    return str(own[-1]) if own else None


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for the run; its own traffic is off."""
    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium on this machine: install one, or `playwright install chromium`")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


class Visitor:
    """A browser window and everything it complained about."""

    def __init__(self, context: BrowserContext, base: str) -> None:
        self.context = context
        self.base = base
        self.complaints: list[str] = []
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._note_console)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", self._note_request)

    def _note_console(self, message) -> None:
        # HTMX calls it an error when typing on, or leaving, makes an answer useless.
        is_given_up = message.text.startswith(("htmx:afterRequest", "htmx:sendAbort"))
        if message.type in {"error", "warning"} and not is_given_up:
            self.complaints.append(f"{message.type}: {message.text}")

    def _note_request(self, request) -> None:
        if not request.url.startswith((self.base, "data:")):
            self.complaints.append(f"other host: {request.url}")

    def open(self, address: str) -> Page:
        """Go to a page of ours."""
        self.page.goto(self.base + address)
        return self.page

    def sign_in(self, username: str = "writer") -> Page:
        """Sign in through the login page."""
        self.open("/login")
        self.page.fill("[name=username]", username)
        self.page.fill("[name=password]", PASSWORD)
        self.page.press("[name=password]", "Enter")
        self.page.wait_for_url(self.base + "/")
        return self.page


@pytest.fixture
def new_visitor(chromium, live_server):
    """Opens windows with their own cookies: ``new_visitor(java_script_enabled=False)``."""
    visitors: list[Visitor] = []

    def open_window(*, width: int = 1280, **options) -> Visitor:
        context = chromium.new_context(viewport={"width": width, "height": 900}, **options)
        visitors.append(Visitor(context, live_server.url))
        return visitors[-1]

    yield open_window
    for visitor in visitors:
        visitor.context.close()


@pytest.fixture
def handbook(transactional_db):
    """A collection of the person called writer, with pages in several scripts."""
    writer = User.objects.create_user("writer", password=PASSWORD)
    collection = CollectionFactory(name="Handbook", owner=writer, description="How we work")
    write_document(collection, "guides/rollback.md", "# Rollback\n\n## Steps\n\nStop the queue.\n")
    write_document(collection, "guides/setup.md", SETUP)
    write_document(collection, "日本語.md", "# 検索と索引の仕組み\n\n文書を索引に登録します。\n")
    write_document(collection, "עברית.md", "# מדריך התקנה\n\nשלום עולם.\n")
    return collection


SETUP = """# Setting up the deployment pipeline for the payments platform, with a fallback

See [the rollback](rollback.md#steps).

## Install

```bash
systemctl stop a-service-with-a-very-long-name-that-never-ends --now && echo done && echo again
```

| Setting | Default | Meaning |
|---|---|---|
| `PRESSMARK_A_VERY_LONG_SETTING_NAME_INDEED` | `./var` | a long explanation of what it does |

## Configure

Averyveryverylongwordwithoutanybreakinitthatmustnotmakethepagewiderthanthescreenofatelephone.
"""
