"""A directory keeps groups in step by a command."""

import io

import pytest
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command

from apps.access.models import AuditEntry
from tests.cast import make_group, make_user

pytestmark = pytest.mark.django_db
HEAD = "kind,group,user,source,level,expires_at,state\n"


def run(tmp_path, text, *options):
    file, out = tmp_path / "groups.csv", io.StringIO()
    file.write_text(text)
    call_command("import_access", str(file), *options, stdout=out)
    return out.getvalue()


def members(group):
    return sorted(group.user_set.values_list("username", flat=True))


def test_members_join_and_with_whole_groups_those_not_named_leave(tmp_path):
    ann, bob, cat = (make_user(name) for name in ("ann", "bob", "cat"))
    team, other = make_group("team", ann, bob), make_group("other", bob)
    text = f"{HEAD}group,new,,,,,\nmember,new,{cat},,,,\nmember,{team},{cat},,,,\n"
    assert "3 changes, none of them stored" in run(tmp_path, text, "--check")
    assert not Group.objects.filter(name="new").exists()
    told = run(tmp_path, text)
    assert f"{cat} joins {team}" in told
    assert members(team) == sorted(map(str, (ann, bob, cat)))
    told = run(tmp_path, text, "--whole-groups")
    assert (members(team), members(other)) == ([str(cat)], [str(bob)])
    assert "2 changes, 3 rows as they were" in told
    assert AuditEntry.objects.filter(action="access.imported").count() == 2


def test_names_of_a_directory_that_writes_accents_otherwise_are_the_same_names(tmp_path):
    ann, bob = make_user("ann"), make_user("bob")
    team = Group.objects.create(name="\u00e9quipe")
    team.user_set.add(ann, bob)
    text = f"{HEAD}member,e\u0301quipe,{ann},,,,\n"
    assert f"{bob} leaves {team}" in run(tmp_path, text, "--whole-groups")
    assert members(team) == [str(ann)]


def test_one_bad_row_keeps_all_out(tmp_path):
    team = make_group("team", make_user())
    text = f"{HEAD}member,{team},nobody,,,,\ngroup,new,,,,,\n"
    with pytest.raises(CommandError, match="line 2: There is no user 'nobody'"):
        run(tmp_path, text, "--whole-groups")
    assert team.user_set.count() == 1
    assert not Group.objects.filter(name="new").exists()


def test_a_file_that_is_none_is_told(tmp_path):
    for name in ("missing.csv", "."):
        with pytest.raises(CommandError, match="cannot be read"):
            call_command("import_access", str(tmp_path / name))
    (tmp_path / "x.csv").write_bytes(b"\xff\xfe")
    with pytest.raises(CommandError, match="not UTF-8"):
        call_command("import_access", str(tmp_path / "x.csv"))
