"""Signing in through an identity provider, which here is a fake behind the HTTP client."""

import time
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from django.test import Client

from apps.access.models import AuditEntry, SsoIdentity, SsoMembership, User
from apps.access.sso.provider import client_for
from config.environment import Environment, OptionError
from config.oidc import OidcOptions, read_oidc
from tests.access.identity_provider import ANA, ISSUER, OTHER_KEY, Provider
from tests.cast import make_group, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def provider(settings, monkeypatch):
    provider = Provider()
    monkeypatch.setattr(requests.adapters.HTTPAdapter, "send", provider.answer)
    client_for.cache_clear()
    oidc = OidcOptions(
        issuer=ISSUER, client_id="pressmark", client_secret="s", groups=(("docs", "Writers"),)
    )
    settings.PRESSMARK = replace(settings.PRESSMARK, oidc=oidc)
    return provider


@pytest.fixture
def options(settings):
    """Changes an option of the provider."""

    def change(**values):
        oidc = replace(settings.PRESSMARK.oidc, **values)
        settings.PRESSMARK = replace(settings.PRESSMARK, oidc=oidc)

    return change


def sign_in(provider, claims=ANA, *, client=None, wanted="", **changes):
    """The last answer of a whole round: off to the provider and back with its claims."""
    client = client or Client()
    off = client.get("/sso/login", {"next": wanted} if wanted else {})
    asked = {name: values[0] for name, values in parse_qs(urlsplit(off["Location"]).query).items()}
    assert asked["redirect_uri"] == "http://testserver/sso/callback"
    now = int(time.time())
    given = {"iss": ISSUER, "aud": "pressmark", "nonce": asked["nonce"], "iat": now}
    provider.claims = {**given, "exp": now + 60, **claims, **changes}
    provider.claims = {name: value for name, value in provider.claims.items() if value is not None}
    return client.get("/sso/callback", {"code": "the-code", "state": asked["state"]})


def who(response) -> str | None:
    """The user name of the session that an answer left behind."""
    key = response.client.session.get("_auth_user_id")
    return User.objects.get(pk=key).username if key else None


def test_the_first_login_makes_an_account_without_password_or_rights(provider):
    response = sign_in(provider, wanted="/docs")
    assert (response.status_code, response["Location"], who(response)) == (302, "/docs", "ana")
    person = User.objects.get(username="ana")
    assert (person.email, person.first_name) == ("ana@example.org", "Ana")
    assert (person.is_staff, person.is_superuser, person.has_usable_password()) == (False,) * 3
    assert sign_in(provider, preferred_username="renamed")["Location"] == "/"
    assert list(User.objects.values_list("username", flat=True)) == ["ana"]
    actions = list(AuditEntry.objects.order_by("id").values_list("action", flat=True))
    assert actions == ["user.created", "login.succeeded", "login.succeeded"]
    assert person.sign_ins.count() == 2


@pytest.mark.parametrize("wanted", ["https://evil.example/", "//evil.example", "javascript:1"])
def test_nobody_is_sent_elsewhere_afterwards(provider, wanted):
    assert sign_in(provider, wanted=wanted)["Location"] == "/"


def test_a_name_that_is_taken_or_cannot_be_gets_another(provider):
    User.objects.create(username="Ana")
    assert who(sign_in(provider)) == "ana-2"
    assert who(sign_in(provider, sub="2", preferred_username="<x y>\0")) == "x-y"
    assert who(sign_in(provider, sub="3", preferred_username=None)) == "ana@example.org"


def test_groups_follow_the_claims_and_manual_members_are_left_alone(provider, options):
    options(groups=(("docs", "Writers"), ("ops", "Operations")))
    by_hand = make_group("by-hand")
    person = User.objects.get(username=who(sign_in(provider, groups=["docs", "ops", "unknown"])))
    by_hand.user_set.add(person)

    def groups():
        return sorted(person.groups.values_list("name", flat=True))

    assert groups() == ["Operations", "Writers", by_hand.name]
    sign_in(provider, groups=["ops"])
    assert groups() == ["Operations", by_hand.name]
    assert AuditEntry.objects.filter(action="user.groups_synced").latest("id").before == {
        "groups": ["Operations", "Writers", by_hand.name]
    }
    person.groups.add(writers := person.groups.model.objects.get(name="Writers"))
    sign_in(provider, groups=["docs"])
    assert groups() == ["Writers", by_hand.name]
    sign_in(provider)
    assert groups() == ["Writers", by_hand.name], "given by hand, so it stays"
    assert not SsoMembership.objects.filter(group=writers).exists()


def test_all_claimed_groups_are_made_where_the_operator_wants_that(provider, options):
    options(groups=(("*", "*"),))
    person = User.objects.get(username=who(sign_in(provider, groups=["one", "t\u200bwo", " x", 7])))
    assert list(person.groups.values_list("name", flat=True)) == ["one"]


def test_groups_may_come_from_the_userinfo_endpoint_of_the_same_subject(provider):
    provider.userinfo = {"sub": "subject-1", "groups": ["docs"], "email_verified": False}
    person = User.objects.get(username=who(sign_in(provider)))
    assert list(person.groups.values_list("name", flat=True)) == ["Writers"]
    provider.userinfo = {"sub": "subject-2", "groups": ["docs"]}
    assert sign_in(provider).status_code == 403


BAD = [
    {"nonce": "another"},
    {"nonce": None},
    {"iss": "https://evil.example"},
    {"aud": "another"},
    {"aud": "another", "azp": "pressmark"},
    {"aud": None},
    {"exp": 1},
    {"sub": None},
    {"sub": ""},
    {"sub": "x\0"},
    {"sub": "x" * 256},
]


@pytest.mark.parametrize("changes", BAD, ids=map(str, BAD))
def test_a_token_that_is_not_for_this_login_signs_nobody_in(provider, changes):
    response = sign_in(provider, groups=[], **changes)
    assert (response.status_code, who(response)) == (403, None)
    assert not User.objects.exists()


def test_a_token_of_another_key_or_without_signature_signs_nobody_in(provider):
    provider.key = OTHER_KEY
    assert sign_in(provider).status_code == 403
    assert not User.objects.exists()


def test_a_state_of_another_session_signs_nobody_in(provider):
    provider.claims = dict(ANA)
    for query in ({}, {"code": "the-code"}, {"code": "the-code", "state": "x"}, {"error": "no"}):
        assert Client().get("/sso/callback", query).status_code == 403
    client = Client()
    off = client.get("/sso/login")
    state = parse_qs(urlsplit(off["Location"]).query)["state"][0]
    answer = Client().get("/sso/callback", {"code": "the-code", "state": state})
    assert (answer.status_code, "token_endpoint" in provider.asked) == (403, False)


def test_a_state_is_good_once(provider):
    client = Client()
    sign_in(provider, client=client)
    client.post("/logout")
    off = client.get("/sso/login")
    state = parse_qs(urlsplit(off["Location"]).query)["state"][0]
    query = {"code": "the-code", "state": state}
    assert [client.get("/sso/callback", query).status_code for _ in range(2)] == [403, 403]


class TestExistingAccounts:
    @pytest.fixture
    def person(self):
        return make_user("ana", email="Ana@example.org")

    @pytest.mark.parametrize("verified", [False, None, "true", 1])
    def test_an_address_that_is_not_verified_leads_to_no_account(
        self, provider, options, person, verified
    ):
        options(link_by_email=True)
        name = who(sign_in(provider, email_verified=verified))
        assert (name, User.objects.get(username=name).email) == ("ana", "")
        assert not person.sso_identities.exists()

    def test_a_verified_address_leads_to_its_account_where_the_operator_wants_that(
        self, provider, options, person
    ):
        assert who(sign_in(provider)) == "ana"
        options(link_by_email=True)
        SsoIdentity.objects.all().delete()
        User.objects.filter(username="ana").delete()
        assert who(sign_in(provider)) == person.username
        # The address has changed hands at the provider.
        assert sign_in(provider, sub="subject-2").status_code == 403

    def test_an_admin_is_not_taken_over_by_address(self, provider, options, person):
        options(link_by_email=True)
        User.objects.filter(pk=person.pk).update(is_superuser=True)
        assert sign_in(provider).status_code == 403
        assert not SsoIdentity.objects.exists()

    def test_the_inactive_are_refused_and_no_second_account_is_made(
        self, provider, options, person
    ):
        options(link_by_email=True)
        sign_in(provider)
        User.objects.filter(pk=person.pk).update(is_active=False)
        response = sign_in(provider, groups=["docs"])
        assert (response.status_code, who(response)) == (403, None)
        assert (User.objects.count(), person.groups.count()) == (1, 0)
        entry = AuditEntry.objects.latest("id")
        assert (entry.action, entry.after["issuer"]) == ("login.failed", ISSUER)

    def test_no_account_is_made_where_the_operator_does_not_want_that(self, provider, options):
        options(create_users=False)
        assert sign_in(provider).status_code == 403
        assert not User.objects.exists()


def test_a_provider_that_is_down_is_said_so(provider):
    provider.is_down = True
    assert Client().get("/sso/login").status_code == 503


def test_a_provider_of_another_name_is_refused(provider, options):
    options(issuer=f"{ISSUER}/")
    assert Client().get("/sso/login").status_code == 503


def test_it_is_off_unless_configured(client):
    assert [client.get(f"/sso/{name}").status_code for name in ("login", "callback")] == [404, 404]
    assert "single sign-on" not in client.get("/login").content.decode()


def test_the_login_page_offers_it(provider, options, client):
    options(label="Harbour ID")
    page = client.get("/login?next=/docs").content.decode()
    assert "Sign in with Harbour ID" in page
    assert "/sso/login?next=/docs" in page


def test_the_login_page_of_the_admin_offers_it_and_says_who_may_not_enter(
    provider, options, client
):
    options(label="Harbour ID")
    page = client.get("/admin/login/?next=/admin/jobs/job/").content.decode()
    assert "Sign in with Harbour ID" in page
    assert "/sso/login?next=%2Fadmin%2Fjobs%2Fjob%2F" in page
    assert 'action="/admin/login/?next=%2Fadmin%2F"' in client.get("/admin/login/").content.decode()
    signed_in = sign_in(provider, wanted="/admin/").client
    page = signed_in.get("/admin/", follow=True).content.decode()
    assert "You are signed in as <bdi>ana</bdi>, who has no way into the administration" in page
    options(issuer="", client_id="")
    assert "sso/login" not in client.get("/admin/login/").content.decode()


@pytest.mark.parametrize(
    "values",
    [
        {"OIDC__ISSUER": ISSUER},
        {"OIDC__CLIENT_ID": "x"},
        {"OIDC__ISSUER": "http://x", "OIDC__CLIENT_ID": "x"},
        {"OIDC__GROUPS": "a=,b"},
        {"OIDC__SCOPES": "email"},
    ],
)
def test_half_a_configuration_is_refused(values):
    with pytest.raises(OptionError):
        read_oidc(Environment({f"PRESSMARK_{name}": text for name, text in values.items()}))


def test_pairs_of_groups_are_read():
    values = {"PRESSMARK_OIDC__GROUPS": "docs=Writers, ops, *=*"}
    assert read_oidc(Environment(values)).groups == (
        ("docs", "Writers"),
        ("ops", "ops"),
        ("*", "*"),
    )
