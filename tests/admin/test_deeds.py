"""Tokens, jobs and the audit log: what can be done from their pages."""

import json

import pytest
from django.utils import timezone

from apps.access.models import AccessToken, AuditEntry, User
from apps.access.tokens import authenticate_token
from apps.jobs.models import Job, JobStatus
from tests.admin.pages import actions, address, edit, errors
from tests.cast import make_token

pytestmark = pytest.mark.django_db


class TestTokens:
    DATA = {"name": "laptop", "scopes": ["api:read"], "sources": "", "tool_names": ""}

    def mint(self, stage, part, **changes):
        return stage.client(part).post(address(AccessToken, "add"), self.DATA | changes)

    def test_the_text_is_shown_once_and_works(self, stage):
        response = self.mint(stage, "owner")
        text = response.context["text"]
        assert authenticate_token(text) == stage.people["owner"]
        assert "no-store" in response["Cache-Control"]
        assert response.content.decode().count(text) == 1
        token = AccessToken.objects.get()
        for row in (AccessToken, token):
            page = "changelist" if row is AccessToken else "change"
            again = stage.client("owner").get(address(row, page)).content.decode()
            assert text not in again
            assert token.prefix in again

    def test_nobody_but_an_admin_mints_for_somebody_else(self, stage):
        other = stage.people["admin"].pk
        self.mint(stage, "owner", user=other)
        assert AccessToken.objects.get().user == stage.people["owner"]
        self.mint(stage, "admin", user=stage.people["mate"].pk)
        assert AccessToken.objects.filter(user=stage.people["mate"]).count() == 1

    def test_sources_are_named_by_marks_and_hidden_ones_are_missing(self, stage):
        mark = "collection:collection-sentinel"
        self.mint(stage, "reader", sources=f"{mark}\n\n", tool_names="outline retrieve")
        token = AccessToken.objects.get()
        assert token.source_ids == [stage.sources["collection"].pk]
        assert token.tools == ["outline", "retrieve"]
        answers = [
            errors(self.mint(stage, "stranger", sources=f"collection:{name}")).replace(name, "…")
            for name in ("collection-sentinel", "nothing-at-all")
        ]
        assert answers[0] == answers[1] != ""

    def test_a_token_is_revoked_and_never_changed(self, stage):
        token = make_token(stage.people["owner"], "pmk_pat_abcdefghijk")
        client = stage.client("owner")
        assert client.post(address(token, "change"), {"name": "x"}).status_code == 403
        assert client.post(address(token, "delete"), {"post": "yes"}).status_code == 403
        path = f"/admin/access/accesstoken/{token.pk}/revoke/"
        client.get(path)
        assert authenticate_token("pmk_pat_abcdefghijk") is not None
        client.post(path, {"_form_submitted": "True"})
        assert authenticate_token("pmk_pat_abcdefghijk") is None
        assert actions()[-1] == "token.revoked"

    def test_chosen_tokens_are_revoked_after_a_page_that_says_what_stops(self, stage):
        mine, theirs = make_token(stage.people["owner"]), make_token(stage.people["mate"])
        spent = make_token(stage.people["owner"], name="spent", revoked_at=timezone.now())
        chosen = [mine.pk, theirs.pk, spent.pk]
        data = {"action": "revoke_selected", "_selected_action": chosen}
        asked = stage.client("owner").post(address(AccessToken), data)
        assert asked.context["allowed"] == [f"{mine} of {stage.people['owner']}"]
        assert list(asked.context["left_out"]) == ["It is revoked already."]
        assert "stops working with its next request (1 person)" in asked.content.decode()
        assert set(AccessToken.objects.current()) == {mine, theirs}
        stage.client("owner").post(address(AccessToken), data | {"step": "confirmed"})
        assert list(AccessToken.objects.current()) == [theirs]

    def test_admins_revoke_all_tokens_of_people(self, stage):
        owner, mate = stage.people["owner"], stage.people["mate"]
        for holder in (owner, owner, mate, stage.people["reader"]):
            make_token(holder)
        data = {"action": "revoke_all_tokens", "_selected_action": [owner.pk, mate.pk]}
        refused = stage.client("owner").post(address(User), data | {"step": "confirmed"})
        assert refused.status_code == 302
        assert AccessToken.objects.current().count() == 4
        asked = stage.client("admin").post(address(User), data)
        assert "3 tokens in force will stop working" in asked.content.decode()
        stage.client("admin").post(address(User), data | {"step": "confirmed"})
        (left,) = AccessToken.objects.current()
        assert left.user == stage.people["reader"]

    def test_the_page_of_a_person_revokes_all_of_theirs_for_admins(self, stage):
        make_token(stage.people["mate"])
        path = f"/admin/access/user/{stage.people['mate'].pk}/revoke-tokens/"
        for part, left in (("owner", 1), ("stranger", 1), ("admin", 0)):
            stage.client(part).post(path, {"_form_submitted": "True"})
            assert AccessToken.objects.current().count() == left
        shown = [
            "Revoke all tokens"
            in stage.client(part).get(address(stage.people["mate"], "change")).content.decode()
            for part in ("owner", "admin")
        ]
        assert shown == [False, True]


class TestJobs:
    @pytest.fixture
    def job(self, collection):
        return Job.objects.create(
            kind="embed",
            status=JobStatus.ERROR,
            source_id=collection.pk,
            source_kind="collections.Collection",
            target_id=collection.pk,
            error_code="FAILED",
        )

    def status(self, job) -> str:
        job.refresh_from_db()
        return job.status

    def test_writers_retry_from_the_page_and_by_post_only(self, stage, job):
        path = f"/admin/jobs/job/{job.pk}/retry/"
        for part, wanted in (("reader", "error"), ("stranger", "error"), ("writer", "queued")):
            stage.client(part).get(path)
            assert self.status(job) == "error"
            stage.client(part).post(path, {"_form_submitted": "True"})
            assert self.status(job) == wanted

    def test_a_refusal_is_said_above_the_list(self, stage, job):
        data = {"action": "retry_selected", "_selected_action": [job.pk]}
        answer = stage.client("reader").post(address(Job), data, follow=True)
        assert "no right to change" in answer.content.decode()
        assert self.status(job) == "error"
        stage.client("writer").post(address(Job), data)
        assert self.status(job) == "error"
        stage.client("writer").post(address(Job), data | {"step": "confirmed"})
        assert self.status(job) == "queued"

    def test_of_a_mixed_choice_those_are_retried_that_can_be(self, stage, job):
        same = {"kind": "embed", "source_id": job.source_id, "source_kind": job.source_kind}
        twin = Job.objects.create(**same, status="error", target_id=job.target_id)
        done = Job.objects.create(**same, status="success", target_id=job.target_id)
        chosen = [job.pk, twin.pk, done.pk]
        data = {"action": "retry_selected", "_selected_action": chosen}
        asked = stage.client("writer").post(address(Job), data)
        assert asked.context["allowed"] == ["Make vectors: collection-sentinel"] * 2
        why = "Only failed jobs can be retried, and this is done."
        assert asked.context["left_out"] == {why: ["Make vectors: collection-sentinel"]}
        confirmed = data | {"step": "confirmed"}
        answer = stage.client("writer").post(address(Job), confirmed, follow=True)
        told = "Queued again: 1. Left out: 1. " + why
        told += " Left out: 1. The same work is already queued or running."
        assert told in answer.content.decode()
        assert sorted(self.status(one) for one in (job, twin, done)) == [
            "error",
            "queued",
            "success",
        ]

    def test_the_page_names_the_source(self, stage, job):
        for path in (address(Job), address(job, "change")):
            assert "collection-sentinel" in stage.client("reader").get(path).content.decode()


def test_the_audit_log_is_exported_and_no_cell_is_a_formula(stage):
    stage.people["owner"].username = "=cmd|' /C calc'!A0"
    stage.people["owner"].save()
    edit(stage, "owner", stage.sources["collection"], visibility="public", confirm_public="on")
    ids = list(AuditEntry.objects.values_list("pk", flat=True))
    data = {"action": "export_as_csv", "_selected_action": ids}
    response = stage.client("admin").post(address(AuditEntry), data)
    lines = b"".join(response.streaming_content).decode().splitlines()
    assert lines[0].startswith("at,actor_name,action")
    assert len(lines) == len(ids) + 1
    assert "visibility.changed" in lines[-1]
    assert ",'=cmd|' /C calc'!A0," in lines[-1]
    assert ",=" not in "".join(lines)


def test_the_audit_log_is_exported_as_json_lines_which_the_log_tells_of(stage):
    edit(stage, "owner", stage.sources["collection"], visibility="public")
    entries = list(AuditEntry.objects.order_by("at", "id"))
    data = {"action": "export_as_jsonl", "_selected_action": [entry.pk for entry in entries]}
    response = stage.client("admin").post(address(AuditEntry), data)
    lines = b"".join(response.streaming_content).decode().splitlines()
    assert [json.loads(line)["action"] for line in lines] == [entry.action for entry in entries]
    told = AuditEntry.objects.latest("id")
    assert (told.action, told.target_label, told.after) == (
        "audit.exported",
        "audit log",
        {"entries": len(entries), "format": "jsonl"},
    )
