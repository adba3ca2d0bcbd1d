"""Groups, members and grants go out as a file and come in by one."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from apps.access.errors import DomainError, ForbiddenError
from apps.access.exchange.incoming import import_access
from apps.access.exchange.outgoing import export_access
from apps.access.exchange.rows import AccessRow, FileForm, read_rows, write_rows
from apps.access.grants import grant_access
from apps.access.models import AuditEntry
from apps.access.principals import operator
from tests.cast import READ, WRITE, grant, make_collection, make_group, make_repository, make_user

pytestmark = pytest.mark.django_db


def take_in(text, form=FileForm.CSV, *, is_dry_run=False, user=None):
    rows = read_rows(text, form)
    return import_access(user=user or operator(), rows=rows, is_dry_run=is_dry_run)


def notes(listed) -> list[tuple[int, str]]:
    return [(one.line, one.text) for one in listed]


@pytest.mark.parametrize("form", list(FileForm))
def test_taking_in_what_was_taken_out_changes_nothing_and_rebuilds_what_is_gone(form):
    ann = make_user("ann")
    team = make_group("=team", ann)
    first, second = make_collection("Twice", owner=ann), make_collection("twice")
    tool = make_repository("tool")
    grant(first, team, WRITE)
    grant(second, ann, READ)
    until = timezone.now() + timedelta(days=9)
    grant_access(user=operator(), source=tool, to=team, level=READ, expires_at=until)
    text = export_access(user=operator(), form=form)
    again = take_in(text, form)
    assert (again.changes, again.errors, again.unchanged) == ([], [], 5)
    Group.objects.all().delete()
    assert take_in(text, form).errors == []
    assert export_access(user=operator(), form=form) == text


def test_a_dry_run_tells_each_change_by_line_and_keeps_everything():
    ann, shelf = make_user("ann"), make_collection("Shelf")
    text = (
        "kind,group,user,source,level,expires_at,state\n"
        "group,new team,,,,,\n"
        f"member,new team,{ann},,,,\n"
        "\n"
        "grant,new team,,collection:Shelf,write,2199-01-02T03:04:00+00:00,\n"
        f"grant,,{ann},collection:shelf,read,,\n"
        f"grant,,{ann},collection:shelf,,,absent\n"
    )
    wanted = [
        (2, "group new team is started"),
        (3, f"{ann} joins new team"),
        (5, "new team can write Shelf until 2199-01-02 03:04 UTC"),
        (6, f"{ann} can read Shelf"),
        (7, f"{ann} loses the grant on Shelf"),
    ]
    dry = take_in(text, is_dry_run=True)
    assert (notes(dry.changes), dry.errors, dry.is_stored) == (wanted, [], False)
    assert not Group.objects.exists()
    assert not AuditEntry.objects.exists()
    real = take_in(text)
    assert (notes(real.changes), real.is_stored) == (wanted, True)
    assert (shelf.group_grants.get().level, list(ann.groups.all())) == (
        "write",
        [Group.objects.get(name="new team")],
    )
    assert list(AuditEntry.objects.order_by("id").values_list("action", flat=True)) == [
        *("group.created", "group.changed", "grant.set", "grant.set", "grant.revoked"),
        "access.imported",
    ]


def test_errors_are_told_by_line_and_stop_it_all():
    make_collection("Shelf", visibility="admin_only")
    ann = make_user("ann")
    outcome = take_in(
        "kind,group,user,source,level,expires_at,state\n"
        "group,fine,,,,,\n"
        "group,\u200b,,,,,\n"
        "nothing,,,,,,\n"
        "member,missing,x,,,,\n"
        "grant,fine,,collection:Nowhere,read,,\n"
        "grant,fine,,Shelf,read,,\n"
        "grant,fine,,collection:Shelf,own,,\n"
        "grant,fine,,collection:Shelf,read,tomorrow,\n"
        "grant,fine,,collection:Shelf,read,2001-01-01,\n"
        f"grant,,{ann},collection:Shelf,read,,\n"
        f"grant,fine,{ann},collection:Shelf,read,,\n"
        "group,fine,,,,,maybe\n"
    )
    assert [one.line for one in outcome.errors] == list(range(3, 14))
    assert notes(outcome.changes) == [(2, "group fine is started")]
    assert not outcome.is_stored
    assert not Group.objects.exists()


def test_only_admins_take_in_and_out():
    staff = make_user("staff", is_staff=True)
    with pytest.raises(ForbiddenError):
        export_access(user=staff, form=FileForm.CSV)
    with pytest.raises(ForbiddenError):
        take_in("kind\n", user=staff)


TEXTS = st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=30)


@given(text=TEXTS, form=st.sampled_from(list(FileForm)))
def test_no_text_breaks_the_reader(text, form):
    for sent in (text, f"kind,{text}\n", f'kind\n"{text}', f'[{{"kind": "{text}"}}]'):
        try:
            read_rows(sent, form)
        except DomainError:
            continue


@given(group=TEXTS.map(str.strip), form=st.sampled_from(list(FileForm)))
def test_each_value_comes_back_as_it_went_out(group, form):
    row = AccessRow("group", group=group.replace("\r", ""))
    ((_, found),) = read_rows(write_rows([row], form), form)
    assert found == row


@pytest.mark.parametrize(
    "text",
    [
        'kind,group,user\nmember,team,"ann\nmember,team,bob\n',
        "kind,group,user\nmember,team,ann,more\n",
        "kind,kind,group\ngroup,group,team\n",
    ],
)
def test_a_damaged_table_is_refused_as_a_whole(text):
    with pytest.raises(DomainError):
        read_rows(text, FileForm.CSV)


@pytest.mark.parametrize("value", ["\\u0000", "\\ud800"])
@pytest.mark.parametrize("name", ["kind", "group", "user", "source"])
def test_escapes_that_spell_what_cannot_be_stored_are_refused_by_line(name, value):
    values = {"kind": '"member"', "group": '"team"', name: f'"a{value}"'}
    text = ", ".join(f'"{key}": {one}' for key, one in values.items())
    with pytest.raises(DomainError, match="Line 2 holds a character"):
        read_rows(f'[{{"kind": "group", "group": "x"}}, {{{text}}}]', FileForm.JSON)
