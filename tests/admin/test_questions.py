import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from apps.access.principals import operator
from apps.collections.models import Document
from apps.jobs.models import Job
from apps.retrieval.golden.keeping import keep_question
from apps.retrieval.models import AskedQuestion, EvaluationRun, GoldenQuestion
from tests.admin.pages import address, errors, form_data
from tests.admin.questions import question_rows
from tests.cast import make_collection, make_user
from tests.retrieval.conftest import run_jobs
from tests.retrieval.shelf import ann, runbooks, words_only

__all__ = ["ann", "runbooks", "words_only"]
pytestmark = pytest.mark.django_db
GAPS = "/admin/retrieval/askedquestion/gaps/"
ROOT = "/admin/retrieval/goldenquestion"
ASKED = ("What is missing", "Query log")
RESTORE, RENEW = "collection:Runbooks/restore.md", "collection:Runbooks/renew.md"


def words(response):
    return response.content.decode()


@pytest.fixture
def staff(client):
    """Somebody who may enter the admin but is no admin."""
    person = make_user("staff", is_staff=True)
    client.force_login(person)
    return person


def test_staff_see_their_own_questions_only_and_no_golden_ones(client, staff):
    question_rows(text="sentinel of another", normal="sentinel of another")
    question_rows(text="of mine", normal="of mine", user=staff)
    for path in (address(AskedQuestion), GAPS):
        assert "of mine" in words(client.get(path))
        assert "sentinel of another" not in words(client.get(path))
    for path in (address(GoldenQuestion), address(EvaluationRun), f"{ROOT}/import/"):
        assert client.get(path).status_code == 403
    assert client.get(f"{ROOT}/suggest/", {"words": "restore"}).status_code == 403
    index = words(client.get(reverse("admin:index")))
    assert [one in index for one in ("Query log", "Golden questions", "Evaluation")] == [
        *(True, False, False)
    ]


def test_a_gap_leads_to_a_golden_question_and_to_a_new_page(admin_client, runbooks):
    question_rows(text="Parental <b>leave", normal="parental <b>leave", sources=[runbooks.pk])
    page = words(admin_client.get(GAPS, {"source": str(runbooks.pk)}))
    assert "Parental &lt;b&gt;leave" in page
    assert f"/docs/{runbooks.pk}/-/new?key=parental-bleave.md" in page
    add = f"{ROOT}/add/?question=Parental+%3Cb%3Eleave"
    assert add in page
    assert "Parental &lt;b&gt;leave" in words(admin_client.get(add))


@pytest.mark.parametrize("value", ["", "x", "0", "99999999999999999999", "-1", "everywhere"])
def test_nonsense_in_the_filters_shows_everything_there_is(admin_client, value):
    question_rows(text="first", normal="first")
    page = admin_client.get(GAPS, {"days": value, "source": value, "p": value})
    assert page.status_code == 200
    assert "first" in words(page)


def test_the_gaps_page_needs_as_many_queries_for_three_as_for_one(
    admin_client, django_assert_max_num_queries
):
    def count():
        with django_assert_max_num_queries(30) as queries:
            admin_client.get(GAPS)
        return len(queries)

    question_rows(sources=[make_collection().pk])
    admin_client.get(GAPS)
    one = count()
    for _ in range(2):
        question_rows(sources=[make_collection().pk])
    assert count() == one


def test_golden_questions_are_kept_changed_and_dropped(admin_client, words_only, runbooks):
    form = {"question": "How?", "marks": f"{RESTORE}\n", "sources": "", "is_active": "on"}
    assert admin_client.post(f"{ROOT}/add/", form).status_code == 302
    golden = GoldenQuestion.objects.get()
    assert (golden.marks, golden.sources, golden.is_active) == ([RESTORE], [], True)
    changed = form | {"question": "How now?", "note": "asked by support"}
    assert admin_client.post(f"{ROOT}/{golden.pk}/change/", changed).status_code == 302
    golden.refresh_from_db()
    assert (golden.question, golden.note) == ("How now?", "asked by support")
    refused = admin_client.post(f"{ROOT}/add/", form | {"marks": "collection:Gone/a.md"})
    assert "collection:Gone/a.md: There is nothing here" in errors(refused)
    for text in ("a\0b", "x" * 1001, ""):
        again = admin_client.post(f"{ROOT}/add/", form | {"question": text})
        assert (again.status_code, bool(errors(again))) == (200, True)
    admin_client.post(f"{ROOT}/{golden.pk}/delete/", {"post": "yes"})
    assert not GoldenQuestion.objects.exists()


def test_the_picker_offers_what_the_search_finds(admin_client, words_only, runbooks):
    found = words(admin_client.get(f"{ROOT}/suggest/", {"words": "restore"}))
    assert f'data-mark="{RESTORE}"' in found
    for text in ("", "\ufffd", "x" * 2000):
        answer = admin_client.get(f"{ROOT}/suggest/", {"words": text})
        assert answer.status_code == 200
    assert AskedQuestion.objects.count() == 0


def test_a_file_is_tried_before_it_goes_in(admin_client, words_only, runbooks):
    text = f"question,marks\nhow?,{RESTORE}\nwhy?,nonsense\n"
    tried = words(admin_client.post(f"{ROOT}/import/", {"text": text, "dry_run": "on"}))
    assert "Nothing was written. It would be: 1 created, 1 error" in tried
    assert not GoldenQuestion.objects.exists()
    file = SimpleUploadedFile("golden.csv", text.encode())
    done = words(admin_client.post(f"{ROOT}/import/", {"file": file}))
    assert "1 created, 1 error" in done
    assert GoldenQuestion.objects.get().question == "how?"
    for content in (b"\xff\xfe\x00", b"one\n1\n"):
        bad = admin_client.post(f"{ROOT}/import/", {"file": SimpleUploadedFile("x", content)})
        assert bad.context["form"].errors.keys() == {"file"}
    assert admin_client.post(f"{ROOT}/import/", {}).context["form"].errors.keys() == {"file"}


def test_adding_a_run_asks_the_questions(admin_client, words_only, runbooks):
    root = "/admin/retrieval/evaluationrun"
    empty = admin_client.post(f"{root}/add/", {"asked_as": "", "vectors": ""})
    assert "no active golden question" in errors(empty)
    GoldenQuestion.objects.create(question="restore", normal="restore", marks=[RESTORE])
    for _ in range(2):
        assert admin_client.post(f"{root}/add/", {"asked_as": "", "vectors": ""}).status_code == 302
        assert "Waits for a worker" in words(admin_client.get(f"{root}/"))
        assert "HX-Refresh" not in admin_client.get(f"{root}/progress/")
        run_jobs("evaluate")
        assert admin_client.get(f"{root}/progress/")["HX-Refresh"] == "true"
    newest, oldest = EvaluationRun.objects.all()
    assert (newest.recall, newest.started_by.username) == (1.0, "admin")
    job = Job.objects.filter(kind="evaluate").first()
    assert (job.status, job.processed, job.total) == ("success", 1, 1)
    assert (job.result["run"], job.result["recall"]) == (newest.pk, 1.0)
    assert "golden questions" in words(admin_client.get(address(job, "change")))
    assert "<polyline" in words(admin_client.get(f"{root}/"))
    for query in ("", f"?against={oldest.pk}", "?against=x", "?against=999"):
        page = admin_client.get(f"{root}/{newest.pk}/change/{query}")
        assert "Compared with the run of" in words(page)
        assert RESTORE in words(page)
    unknown = admin_client.post(f"{root}/add/", {"asked_as": "nobody", "vectors": "x"})
    assert "no user of that name" in errors(unknown)


def test_the_first_page_tells_what_was_asked_in_vain_and_how_long_answers_take(
    admin_client, client, staff
):
    question_rows(text="parental leave", normal="parental leave", latency=100)
    question_rows(text="holidays", normal="holidays", latency=1100, user=staff)
    question_rows(status="error", latency=9000)

    def cards(browser):
        shown = browser.get("/admin/").context["cards"]
        return [(one.value, one.state.value) for one in shown if one.link_text in ASKED]

    assert cards(admin_client) == [("2", "warn"), ("1050 ms", "warn")]
    assert cards(client) == [("1", "warn"), ("1100 ms", "warn")]
    AskedQuestion.objects.all().delete()
    assert cards(client) == [("0", "good"), ("-", "plain")]


def test_an_evaluation_under_way_is_for_admins_alone(admin_client, client, staff):
    GoldenQuestion.objects.create(question="sentinel?", normal="sentinel?", marks=[RESTORE])
    admin_client.post("/admin/retrieval/evaluationrun/add/", {"asked_as": "", "vectors": ""})
    job = Job.objects.get()
    Job.objects.update(current_item="sentinel?")
    for browser, status in ((admin_client, 200), (client, 404)):
        assert browser.get(f"/docs/jobs/{job.pk}").status_code == status
        shown = "Golden questions" in words(browser.get("/docs/jobs"))
        assert shown == (status == 200)
    assert client.get("/admin/retrieval/evaluationrun/progress/").status_code == 403
    assert "sentinel" not in words(client.get(address(Job)))


def test_the_list_says_which_answers_no_longer_exist(admin_client, runbooks, words_only):
    for question, marks in (("restore?", [RESTORE]), ("both?", [RESTORE, RENEW])):
        keep_question(user=operator(), question=question, marks=marks)
    Document.objects.get(source_key="restore.md").delete()
    page = words(admin_client.get(address(GoldenQuestion)))
    assert "The answer no longer exists" in page
    assert "2, of which 1 no longer exist" in page
    golden = GoldenQuestion.objects.get(question="restore?")
    assert f"{RESTORE} no longer exists." in words(admin_client.get(address(golden, "change")))


def test_the_page_of_a_question_has_the_marks_of_renamed_answers(admin_client, runbooks):
    golden = keep_question(user=operator(), question="restore?", marks=[RESTORE])
    Document.objects.filter(source_key="restore.md").update(source_key="later/restore.md")
    assert "1" in words(admin_client.get(address(GoldenQuestion)))
    page = admin_client.get(address(golden, "change"))
    assert "collection:Runbooks/later/restore.md" in words(page)
    admin_client.post(address(golden, "change"), form_data(page) | {"note": "x"})
    golden.refresh_from_db()
    assert (golden.marks, golden.note) == (["collection:Runbooks/later/restore.md"], "x")
