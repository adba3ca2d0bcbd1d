"""What holds for every page of the admin."""

import itertools
from urllib.parse import quote

import pytest
from django.contrib.admin import ModelAdmin
from django.contrib.admin.checks import ModelAdminChecks
from django.urls import reverse

from apps.access.admin_scope import ScopedAdmin, ScopedInline
from apps.access.admin_site import site
from apps.access.grants import set_visibility
from apps.access.models import AccessToken, User
from apps.access.principals import operator
from apps.access.querysets import Visibility
from apps.retrieval.models import TokenGain
from config import urls  # noqa: F401  fills the admin with its pages
from tests.access.rows import rows_below
from tests.admin.pages import address
from tests.admin.questions import question_rows
from tests.cast import make_collection, make_group, make_repository, make_token, make_user

ADMINS = list(site._registry.items())
IDS = [model.__name__ for model, _ in ADMINS]

ODD_VALUES = ["\0", "'", "%é", "x" * 1500, "-1", "9" * 40]


@pytest.mark.parametrize(("model", "page"), ADMINS, ids=IDS)
class TestHouseRules:
    """Read from the pages themselves, without a database."""

    def test_it_is_scoped_and_so_are_its_inlines(self, model, page: ModelAdmin):
        assert isinstance(page, ScopedAdmin)
        assert all(issubclass(inline, ScopedInline) for inline in page.inlines)

    def test_its_list_is_short_and_its_relations_are_read_at_once(self, model, page: ModelAdmin):
        assert len(page.list_display) <= 7
        relations = {field.name for field in model._meta.fields if field.is_relation}
        shown = relations & set(page.list_display)
        assert shown <= set(page.list_select_related or ())

    def test_relations_are_completed_not_listed(self, model, page: ModelAdmin):
        editable = page.can_add or page.can_change
        relations = {
            field.name
            for field in (*model._meta.fields, *model._meta.many_to_many)
            if field.is_relation and field.editable and field.related_model in site._registry
        }
        assert not editable or relations <= set(page.autocomplete_fields)

    def test_its_fields_are_grouped(self, model, page: ModelAdmin):
        assert page.fieldsets

    def test_django_finds_nothing_wrong_with_it(self, model, page: ModelAdmin):
        assert ModelAdminChecks().check(page) == []


def populate(times: int) -> None:
    """Rows of every kind that has a page."""
    for _ in range(times):
        question_rows()
        person = make_user("member", is_staff=True)
        make_group("group", person)
        make_token(person)
        for make in (make_collection, make_repository):
            source = make(owner=person)
            rows_below(source)
            set_visibility(user=operator(), source=source, visibility=Visibility.PUBLIC)
            TokenGain.objects.create(
                user=person, source_id=source.pk, day="2026-01-01", calls=1, served=1, whole=9
            )


@pytest.mark.django_db
@pytest.mark.parametrize(("model", "page"), ADMINS, ids=IDS)
def test_a_list_needs_as_many_queries_for_three_rows_as_for_one(
    model, page, admin_client, django_assert_num_queries
):
    populate(1)
    one = count_queries(admin_client, model)
    populate(2)
    assert count_queries(admin_client, model) == one


def count_queries(client, model) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client.get(address(model))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        response = client.get(address(model))
    assert response.context["cl"].result_count >= 1
    return len(queries)


@pytest.mark.django_db
@pytest.mark.parametrize(("model", "page"), ADMINS, ids=IDS)
def test_every_row_has_a_page_and_a_history(model, page, admin_client):
    populate(1)
    for row in model._default_manager.all()[:3]:
        assert admin_client.get(address(row, "change")).status_code == 200
        assert admin_client.get(address(row, "history")).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(("model", "page"), ADMINS, ids=IDS)
def test_nothing_that_can_be_typed_into_an_address_breaks_a_page(model, page, admin_client):
    names = [one[0] if isinstance(one, tuple) else one for one in page.list_filter]
    parameters = ["q", "p", "o", "all", *(f"{name}__exact" for name in names[:2])]
    parameters += [f"{name}__id__exact" for name in names[:2]]
    for value, parameter in itertools.product(ODD_VALUES, parameters):
        response = admin_client.get(address(model), {parameter: value})
        assert response.status_code in {200, 302, 400, 404}, (parameter, value)
    for value in ODD_VALUES:
        response = admin_client.get(f"{address(model)}{quote(value, safe='')}/change/")
        assert response.status_code in {302, 404}, value


@pytest.mark.django_db
def test_nothing_that_can_be_typed_breaks_search_or_completion(admin_client):
    fields = {"app_label": "collections", "model_name": "collection", "field_name": "owner"}
    for value in ODD_VALUES:
        for query in ({"term": value}, {"term": "a", "page": value}, {"field_name": value}):
            status = admin_client.get("/admin/autocomplete/", fields | query).status_code
            assert status in {200, 400, 403, 404}, (query, value)
        for query in ({"s": value}, {"s": "user", "page": value}):
            status = admin_client.get(reverse("admin:search"), query).status_code
            assert status in {200, 400, 404}, (query, value)


@pytest.mark.django_db
def test_neither_digests_nor_passwords_are_on_any_page(admin_client):
    person = make_user("holder", password="md5$salt$hashhashhash")
    token = make_token(person)
    rows = (AccessToken, User, token, person)
    for row in rows:
        page = "changelist" if isinstance(row, type) else "change"
        text = admin_client.get(address(row, page)).content.decode()
        assert token.digest not in text
        assert "hashhashhash" not in text


@pytest.mark.django_db
def test_the_text_of_a_document_is_not_rendered(admin_client):
    collection = make_collection()
    document = rows_below(collection)[1]
    document.content = "<script>alert('sentinel')</script>"
    document.title = "<b>sentinel-title</b>"
    document.save()
    for path in (address(type(document)), address(document, "change")):
        text = admin_client.get(path).content.decode()
        assert "alert('sentinel')" not in text
        assert "<b>sentinel-title</b>" not in text
        assert "&lt;b&gt;sentinel-title" in text
