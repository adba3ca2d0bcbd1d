import pytest

from tests.reader.pages import text_of

pytestmark = pytest.mark.django_db


def test_the_page_sums_up_what_searches_saved(client, writer, handbook):
    assert "0 tokens saved" in text_of(client.get("/account/gain"))
    client.get("/search?q=workers")
    text = text_of(client.get("/account/gain?period=today"))
    assert "Handbook" in text
    assert "1 call" in text.replace("\xa0", " ")


def test_a_period_that_is_none_is_told_and_visitors_are_sent_to_sign_in(client, writer):
    assert client.get("/account/gain?period=year").status_code == 422
    client.logout()
    assert client.get("/account/gain").status_code == 302
