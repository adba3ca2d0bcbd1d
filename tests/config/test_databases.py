import pytest
from django.core.exceptions import ImproperlyConfigured

from config.databases import parse_database_url


def test_an_address_becomes_settings_with_its_options():
    settings = parse_database_url("postgres://me:p%40ss@db.example:5433/docs?sslmode=require")
    assert {name: settings[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")} == {
        "NAME": "docs",
        "USER": "me",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "5433",
    }
    assert settings["OPTIONS"] == {"sslmode": "require"}


def test_a_socket_folder_is_given_as_host():
    settings = parse_database_url("postgresql:///docs?host=/run/postgresql")
    assert (settings["HOST"], settings["OPTIONS"]) == ("/run/postgresql", {})


@pytest.mark.parametrize("url", ["mysql://db/docs", "postgres://db", "postgres://db/", "docs"])
def test_what_names_no_postgresql_database_is_refused(url):
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        parse_database_url(url)
