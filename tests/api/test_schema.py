import io
import re

import pytest
import yaml
from django.core.management import call_command
from django.urls import get_resolver

from apps.api.urls import urlpatterns

UNDESCRIBED = {
    "schema/",
    "docs/",
    r"(?P<rest>[\s\S]*)",
    "md-collections/<ident:collection_id>/by-key/<key:source_key>",
}


@pytest.fixture(scope="module")
def schema():
    out = io.StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    return yaml.safe_load(out.getvalue())


def operations(schema):
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            yield f"{method} {path}", operation


def test_the_schema_is_valid_and_without_warnings(schema):
    assert schema["openapi"].startswith("3.")


def test_every_address_is_described(schema):
    routes = {str(one.pattern) for one in urlpatterns} - UNDESCRIBED
    paths = {"/api/" + re.sub("<[a-z]+:([a-z_]+)>", r"{\1}", route) for route in routes}
    assert paths == set(schema["paths"])


def test_every_operation_says_what_it_does(schema):
    poor = [
        name
        for name, operation in operations(schema)
        if not (operation.get("summary") and operation.get("description") and operation["tags"])
    ]
    assert poor == []


def test_operations_have_names_of_their_own(schema):
    names = [operation["operationId"] for _, operation in operations(schema)]
    assert len(set(names)) == len(names)


def test_every_write_with_a_body_shows_an_example(schema):
    without = [
        name
        for name, operation in operations(schema)
        if "application/json" in operation.get("requestBody", {}).get("content", {})
        and "examples" not in operation["requestBody"]["content"]["application/json"]
    ]
    assert without == []


def test_every_operation_tells_of_its_errors(schema):
    for name, operation in operations(schema):
        for status in ("400", "401", "403", "404", "429"):
            answer = operation["responses"][status]["content"]["application/json"]["schema"]
            assert answer == {"$ref": "#/components/schemas/Error"}, name


def test_bearer_tokens_are_described(schema):
    scheme = schema["components"]["securitySchemes"]["bearer"]
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")


@pytest.mark.parametrize(
    ("query", "kind"),
    [("", "application/vnd.oai.openapi"), ("?format=json", "application/vnd.oai.openapi+json")],
)
def test_the_schema_is_served_to_everybody(visitor, query, kind):
    response = visitor.get(f"/api/schema/{query}")
    assert response.status_code == 200
    assert response["Content-Type"].startswith(kind)


def test_the_resolver_knows_the_prefix():
    assert get_resolver().resolve("/api/retrieve").func.cls.__name__ == "Retrieve"
