"""Every cell of the product's access table, for both kinds of source."""

import uuid
from dataclasses import replace

import pytest

from apps.access.errors import ForbiddenError, NotFoundError
from apps.access.querysets import Action, Visibility, can, require
from apps.collections.models import Collection
from tests.cast import Cast, assemble_cast

pytestmark = pytest.mark.django_db

# r read, w write, s share, d delete, - nothing
TABLE = """
                          public  private  admin_only
anonymous                 -       -        -
stranger                  r       -        -
owner                     rwsd    rwsd     rwd
admin                     rwsd    rwsd     rwsd
group_reader              r       r        r
group_writer              rw      rw       rw
user_reader               r       r        -
user_writer               rw      rw       -
both_ways                 rw      rw       r
former_member             r       -        -
revoked                   r       -        -
expired_user_grant        r       -        -
expired_group_grant       r       -        -
inactive                  -       -        -
inactive_admin            -       -        -
model_wide                r       -        -
owner_token               rwsd    rwsd     rwd
owner_token_here          rwsd    rwsd     rwd
owner_token_elsewhere     -       -        -
owner_token_nowhere       -       -        -
owner_token_read_only     r       r        r
owner_token_expired       -       -        -
owner_token_revoked       -       -        -
admin_token_elsewhere     -       -        -
admin_token_read_only     r       r        r
reader_token              r       r        -
"""


def expected(visibility: Visibility) -> dict[str, str]:
    """The column of the table."""
    head, *lines = [line.split() for line in TABLE.strip().splitlines()]
    column = head.index(visibility) + 1
    return {line[0]: line[column].replace("-", "") for line in lines}


def letters(cast: Cast) -> dict[str, str]:
    """What each member may do, asked of the queryset."""
    rows = type(cast.source).objects.filter(pk=cast.source.pk)
    return {
        part: "".join(
            action.value[0] for action in Action if rows.allowing(member, action).count() == 1
        )
        for part, member in cast.members.items()
    }


@pytest.mark.parametrize("kind", ["collection", "repository"])
@pytest.mark.parametrize("visibility", list(Visibility))
def test_each_member_may_do_what_the_table_says(kind: str, visibility: Visibility):
    cast = assemble_cast(kind, visibility)
    assert letters(cast) == expected(visibility)


@pytest.mark.parametrize("kind", ["collection", "repository"])
@pytest.mark.parametrize("visibility", list(Visibility))
def test_public_reading_opens_public_sources_to_anonymous_readers_only(
    kind: str, visibility: Visibility, settings
):
    settings.PRESSMARK = replace(settings.PRESSMARK, public_read=True)
    cast = assemble_cast(kind, visibility)
    opened = {"anonymous": "r"} if visibility == Visibility.PUBLIC else {}
    assert letters(cast) == expected(visibility) | opened


@pytest.mark.parametrize("kind", ["collection", "repository"])
@pytest.mark.parametrize("visibility", list(Visibility))
def test_can_and_require_agree_with_the_table(kind: str, visibility: Visibility):
    cast = assemble_cast(kind, visibility)
    for part, allowed in expected(visibility).items():
        for action in Action:
            assert can(cast[part], action, cast.source) == (action.value[0] in allowed)
            assert refusal(cast, part, action) == expected_refusal(allowed, action)


def refusal(cast: Cast, part: str, action: Action) -> str:
    """Code of what `require` raises, empty when it lets the member through."""
    try:
        require(cast[part], action, cast.source)
    except (ForbiddenError, NotFoundError) as error:
        return error.code
    return ""


def expected_refusal(allowed: str, action: Action) -> str:
    if action.value[0] in allowed:
        return ""
    return "FORBIDDEN" if "r" in allowed else "NOT_FOUND"


@pytest.mark.parametrize("kind", ["collection", "repository"])
def test_find_raises_the_same_error_for_hidden_and_for_missing(kind: str):
    cast = assemble_cast(kind)
    rows = type(cast.source).objects
    for action in Action:
        with pytest.raises(NotFoundError) as hidden:
            rows.find(user=cast["stranger"], action=action, pk=cast.source.pk)
        with pytest.raises(NotFoundError) as missing:
            rows.find(user=cast["stranger"], action=action, pk=uuid.uuid4())
        assert vars(hidden.value) == vars(missing.value)


@pytest.mark.parametrize("kind", ["collection", "repository"])
def test_find_gives_the_row_to_whoever_may(kind: str):
    cast = assemble_cast(kind)
    rows = type(cast.source).objects
    assert rows.find(user=cast["group_reader"], pk=cast.source.pk) == cast.source
    assert rows.find(user=cast["user_writer"], action=Action.WRITE, pk=cast.source.pk)
    with pytest.raises(ForbiddenError):
        rows.find(user=cast["group_reader"], action=Action.WRITE, pk=cast.source.pk)


def test_two_grants_and_public_visibility_do_not_repeat_a_row():
    cast = assemble_cast("collection", Visibility.PUBLIC)
    rows = Collection.objects.exclude(pk=cast.other.pk)
    for part in ("group_reader", "both_ways", "owner", "admin"):
        assert list(rows.visible_to(cast[part])) == [cast.source]
