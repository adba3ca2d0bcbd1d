import pytest

from config.embedded.auto import MANAGED, needs_database


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for name in ("DATABASE_URL", MANAGED):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "config.settings")


@pytest.mark.parametrize(
    "command", ["migrate", "makemigrations", "search", "qcluster", "shell", "evaluate"]
)
def test_a_command_that_reads_data_gets_the_database(command):
    assert needs_database(["manage.py", command, "--check"])


@pytest.mark.parametrize(
    "arguments",
    [[], ["help"], ["--help"], ["search", "--help"], ["collectstatic"], ["spectacular"], ["up"]],
)
def test_a_command_without_data_starts_nothing(arguments):
    assert not needs_database(["manage.py", *arguments])


def test_a_given_database_is_used_instead(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://somewhere/pressmark")
    assert not needs_database(["manage.py", "migrate"])


def test_the_children_of_up_find_the_database_running(monkeypatch):
    monkeypatch.setenv(MANAGED, "1")
    assert not needs_database(["manage.py", "qcluster"])


def test_other_settings_bring_their_own_database(monkeypatch):
    assert not needs_database(["manage.py", "migrate", "--settings=elsewhere"])
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "elsewhere")
    assert not needs_database(["manage.py", "migrate"])
