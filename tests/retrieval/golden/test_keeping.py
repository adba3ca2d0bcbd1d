import json

import pytest

from apps.access.errors import (
    DuplicateNameError,
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
)
from apps.access.models import AuditEntry
from apps.access.principals import operator
from apps.retrieval.golden.importing import import_questions
from apps.retrieval.golden.keeping import drop_question, keep_question
from apps.retrieval.models import EvaluationRun, GoldenQuestion
from tests.cast import make_user, with_token
from tests.retrieval.golden.conftest import RENEW, RESTORE

pytestmark = pytest.mark.django_db


def actions():
    return list(AuditEntry.objects.order_by("id").values_list("action", flat=True))


def test_a_question_is_kept_with_plain_marks_and_audited(keep, admin):
    golden = keep("  how do I\nrestore? ", f" {RESTORE}#restore-the-database ", RESTORE)
    assert (golden.question, golden.marks) == ("how do I restore?", [RESTORE])
    assert golden.created_by == admin
    keep_question(user=admin, golden_id=golden.pk, note="first")
    keep_question(user=admin, golden_id=golden.pk, note="first")
    drop_question(user=admin, golden_id=golden.pk)
    told = ["golden_question.kept", "golden_question.changed", "golden_question.dropped"]
    assert [one for one in actions() if one.startswith("golden")] == told


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"question": " "}, "question"),
        ({"question": "x" * 1001}, "question"),
        ({"question": "a\0b"}, "question"),
        ({"marks": []}, "marks"),
        ({"marks": ["collection:Runbooks"]}, "marks"),
        ({"marks": ["collection:Runbooks/gone.md"]}, "marks"),
        ({"marks": ["nonsense"]}, "marks"),
        ({"marks": ["chunk:3f0f5a4e-6b0e-4d3e-9f57-0d3a7c1c9a10"]}, "marks"),
        ({"sources": ["collection:Gone"]}, "sources"),
        ({"note": "x" * 501}, "note"),
    ],
)
def test_what_cannot_be_kept_names_its_field(admin, runbooks, values, field):
    with pytest.raises(InvalidRequestError) as caught:
        keep_question(user=admin, **{"question": "how", "marks": [RESTORE], **values})
    assert [one.field for one in caught.value.field_errors] == [field]
    assert not GoldenQuestion.objects.exists()


def test_the_same_question_is_kept_once_for_the_same_sources(keep):
    keep("How?", RESTORE)
    keep("how?", RESTORE, sources=["collection:Runbooks"])
    with pytest.raises(DuplicateNameError):
        keep("HOW?", RENEW)


def test_they_are_for_admins_who_are_signed_in(keep, ann, admin):
    golden = keep("how?", RESTORE)
    for user in (ann, make_user("staff", is_staff=True), with_token(admin)):
        assert not GoldenQuestion.objects.visible_to(user).exists()
        assert not EvaluationRun.objects.visible_to(user).exists()
        with pytest.raises(ForbiddenError):
            keep_question(user=user, question="x", marks=[RESTORE])
        with pytest.raises(ForbiddenError):
            drop_question(user=user, golden_id=golden.pk)
        with pytest.raises(ForbiddenError):
            import_questions(user=user, text="question,marks\nx,y\n")
    with pytest.raises(NotFoundError):
        keep_question(user=operator(), golden_id=golden.pk + 1, note="x")


def states(results):
    return [(one.line, one.state) for one in results]


def test_csv_goes_in_line_by_line(keep, admin):
    keep("how?", RESTORE)
    text = (
        "\ufeffquestion,marks,note\r\n"
        f"how?,{RESTORE},\r\n"
        f'"renew, please",{RENEW} {RESTORE},from support\r\n'
        "broken,collection:Runbooks/gone.md,\r\n"
        f",{RESTORE},\r\n"
        f"how?,{RENEW},\r\n"
    )
    expected = [(2, "unchanged"), (3, "created"), (4, "error"), (5, "error"), (6, "replaced")]
    assert states(import_questions(user=admin, text=text, dry_run=True)) == expected
    assert GoldenQuestion.objects.count() == 1
    results = import_questions(user=admin, text=text)
    assert states(results) == expected
    assert "gone.md" in results[2].message
    kept = GoldenQuestion.objects.order_by("question").values_list("question", "marks", "note")
    assert list(kept) == [
        ("how?", [RENEW], ""),
        ("renew, please", [RENEW, RESTORE], "from support"),
    ]


def test_json_lines_go_in_line_by_line(admin, runbooks):
    lines = [
        {"question": "how?", "marks": [RESTORE], "sources": ["collection:Runbooks"]},
        {"question": "how?", "marks": RENEW, "is_active": False},
        {"question": 7, "marks": [RESTORE]},
        {"question": "x", "marks": [7]},
        {"question": "x", "marks": [RESTORE], "rank": 1},
        {"question": "a\0b", "marks": [RESTORE]},
        {"question": "half \ud800 of a pair", "marks": [RESTORE]},
        {"question": "x", "marks": [f"{RESTORE}\udfff"]},
    ]
    text = "\n".join([*map(json.dumps, lines), "", "[1]", "{"])
    assert [one.state for one in import_questions(user=admin, text=text)] == [
        *["created"] * 2,
        *["error"] * 8,
    ]
    assert GoldenQuestion.objects.active().count() == 1


@pytest.mark.parametrize("text", ["", "  \n", "one,two\n1,2\n", "question,marks\n"])
def test_a_file_without_questions_is_refused(admin, text):
    with pytest.raises(InvalidRequestError) as caught:
        import_questions(user=admin, text=text)
    assert [one.field for one in caught.value.field_errors] == ["file"]


def test_a_string_of_json_lines_may_hold_other_ends_of_lines(admin, runbooks):
    line = json.dumps(
        {"question": "how\u2028now\u0085then", "marks": [RESTORE]}, ensure_ascii=False
    )
    assert states(import_questions(user=admin, text=f"{line}\r\n")) == [(1, "created")]


def test_a_question_is_known_again_however_its_sources_are_spelled(admin, make_collection):
    make_collection("On call", {"a.md": "# Pager\n"})
    line = {
        "question": "who?",
        "marks": ["collection:On call/a.md"],
        "sources": ["collection:On call"],
    }
    text = json.dumps(line)
    assert states(import_questions(user=admin, text=text)) == [(1, "created")]
    assert states(import_questions(user=admin, text=text)) == [(1, "unchanged")]
