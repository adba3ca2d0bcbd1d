from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from apps.access.models import AccessToken, AuditEntry
from apps.access.principals import acting_token
from apps.access.tokens import authenticate_token
from tests.cast import grant, make_collection, make_repository, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def person():
    return make_user("ann")


def run(capsys, *arguments: str) -> str:
    """The last line of the command's output."""
    call_command("create_token", *arguments)
    return capsys.readouterr().out.splitlines()[-1]


def test_the_last_line_is_the_token_and_nothing_else(person, capsys):
    text = run(capsys, person.username, "--scope", "api:read", "--scope", "mcp")
    user = authenticate_token(text)
    assert user == person
    token = acting_token(user)
    assert (token.scopes, token.source_ids, token.tools, token.expires_at) == (
        ["api:read", "mcp"],
        None,
        None,
        None,
    )
    assert AuditEntry.objects.get().actor_name == "operator"


def test_limits_may_be_repeated_or_listed(person, capsys):
    repository, collection = make_repository("tool"), make_collection("Notes", owner=person)
    grant(repository, person)
    text = run(
        capsys,
        person.username,
        *("--scope", "mcp", "api:read"),
        *("--source", "collection:notes", "--source", "repo:git.example.org/team/tool"),
        *("--tool", "retrieve", "outline", "--days", "7"),
    )
    token = acting_token(authenticate_token(text))
    assert set(token.source_ids) == {repository.pk, collection.pk}
    assert token.tools == ["outline", "retrieve"]
    assert timedelta(days=6.9) < token.expires_at - timezone.now() < timedelta(days=7.1)


@pytest.mark.parametrize(
    "arguments",
    [
        ["nobody", "--scope", "mcp"],
        ["\0", "--scope", "mcp"],
        ["{user}", "--scope", "root"],
        ["{user}", "--scope", "mcp", "--days", "0"],
        ["{user}", "--scope", "mcp", "--days", "99999999"],
        ["{user}", "--scope", "mcp", "--source", "collection:Secret"],
        ["{user}", "--scope", "mcp", "--source", "nonsense"],
        ["{user}", "--scope", "mcp", "--name", " "],
        ["{user}", "--scope", "mcp", "--name", "\u202e"],
        ["{user}", "--scope", "mcp", "--name", "\udcff"],
        ["{user}", "--scope", "mcp", "--tool", "nonsense"],
        ["{user}"],
        [],
    ],
)
def test_a_bad_request_is_one_line_of_error_and_makes_nothing(person, arguments):
    make_collection("Secret")
    with pytest.raises(CommandError) as error:
        call_command("create_token", *(one.format(user=person.username) for one in arguments))
    assert "\n" not in str(error.value)
    assert not AccessToken.objects.exists()


def test_an_inactive_user_gets_no_token(person):
    person.is_active = False
    person.save()
    with pytest.raises(CommandError, match="not active"):
        call_command("create_token", person.username, "--scope", "mcp")
