import re

import pytest
from django.contrib.staticfiles import finders

pytestmark = pytest.mark.django_db


def test_every_part_of_the_page_comes_from_this_server(visitor):
    response = visitor.get("/api/docs/")
    page = response.content.decode()
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert response.status_code == 200
    assert {address for address in addresses if address.startswith("http")} == set()
    static = [one.removeprefix("/static/") for one in addresses if one.startswith("/static/")]
    assert len(static) == 4
    assert [one for one in static if finders.find(one) is None] == []


def test_nothing_on_the_page_needs_a_looser_policy(visitor):
    response = visitor.get("/api/docs/")
    page = response.content.decode()
    assert "default-src 'self'" in response["Content-Security-Policy"]
    assert "unsafe" not in response["Content-Security-Policy"]
    assert re.findall(r"<style|style=|onload=|onclick=|<script>", page) == []
