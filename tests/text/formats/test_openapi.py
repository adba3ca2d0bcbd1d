import json

import pytest

from apps.text.formats.openapi.markdown import operation_markdown
from apps.text.formats.openapi.sniff import is_openapi
from apps.text.formats.openapi.values import ApiValues
from apps.text.parse import parse_document
from apps.text.sections import section_tree
from apps.text.sections_addresses import assign_addresses
from tests.text.formats.reading import headings, html_of, sections

PETS = """openapi: 3.0.3
info:
  title: Pet store
  version: 1.0.0
tags:
- name: orders
  description: Orders of pets
paths:
  /pets:
    parameters:
    - $ref: '#/components/parameters/limit'
    get:
      summary: List pets
      tags: [pets]
      responses:
        200:
          description: Some pets
          content:
            application/json:
              schema:
                type: array
                items:
                  $ref: '#/components/schemas/Pet'
              example: [{id: 1}]
    post:
      operationId: addPet
      tags: [pets]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/Pet'
  /orders/{id}:
    delete:
      tags: [orders]
components:
  parameters:
    limit:
      name: limit
      in: query
      description: How many | at most
      schema: {type: integer, maximum: 100}
  schemas:
    Pet:
      type: object
      required: [id]
      properties:
        id: {type: integer}
        parent:
          $ref: '#/components/schemas/Pet'
        owner:
          $ref: https://elsewhere.example/owner.yaml
"""


def test_sections_follow_the_file():
    assert headings(PETS, "api.yaml") == [
        (1, "Pet store", 1),
        (2, "Tags", 5),
        (2, "Operations", 8),
        (3, "pets", 9),
        (4, "GET /pets \u2014 List pets", 10),
        (4, "POST /pets \u2014 addPet", 25),
        (3, "orders", 34),
        (4, "DELETE /orders/{id}", 35),
        (2, "Components", 37),
        (3, "Parameters", 38),
        (3, "Pet", 45),
    ]


def test_a_section_is_the_node_of_the_file_verbatim():
    data = PETS.encode()
    tree = section_tree(parse_document(PETS, name="api.yaml"))
    text = next(data[s.start : s.end].decode() for s in tree if s.title.startswith("POST"))
    assert text == PETS[PETS.index("    post:") : PETS.index("\n  /orders")]


@pytest.mark.parametrize("indent", [None, 1])
def test_json_gives_the_same_sections_as_yaml_even_in_one_line(indent):
    values = ApiValues(PETS).root
    source = json.dumps(values, indent=indent)
    assert sections(source, "api.json") == sections(PETS, "api.yaml")
    data = source.encode()
    tree = section_tree(parse_document(source, name="api.json"))
    text = next(data[s.start : s.end].decode() for s in tree if s.title.startswith("POST"))
    assert text.lstrip().startswith('"post"')
    assert "addPet" in text
    assert "delete" not in text


def test_swagger_has_definitions_and_bodies():
    source = (
        "swagger: '2.0'\npaths:\n  /a:\n    put:\n      parameters:\n"
        "      - {name: b, in: body, schema: {$ref: '#/definitions/B'}}\n"
        "definitions:\n  B: {type: object, properties: {c: {type: string}}}\n"
    )
    assert sections(source, "a.yml") == ["API", "Operations", "PUT /a", "Definitions", "B"]
    assert "**Request body**" in operation_markdown(ApiValues(source), ("paths", "/a", "put"))


def test_an_operation_reads_as_markdown():
    told = operation_markdown(ApiValues(PETS), ("paths", "/pets", "get"))
    assert told == (
        "Tags: pets\n\n**Parameters**\n\n"
        "| Name | In | Type | Required | Description |\n| --- | --- | --- | --- | --- |\n"
        "| `limit` | query | `integer` |  | How many \\| at most. maximum: `100` |\n\n"
        "**Responses**\n\n`200` Some pets\n\n`application/json`\n\nType: array of `Pet`\n\n"
        'Example:\n\n```json\n[\n  {\n    "id": 1\n  }\n]\n```\n'
    )


def test_the_page_lists_operations_by_tag_with_the_anchors_of_the_parser():
    html = html_of(PETS, "api.yaml")
    assert html.index("Orders of pets") < html.index("DELETE /orders") < html.index("GET /pets")
    for heading in parse_document(PETS, name="api.yaml").headings:
        assert f'<h{heading.level} id="{heading.anchor}">' in html
    assert '<a href="#pet">Pet</a>' in html
    assert "<code>https://elsewhere.example/owner.yaml</code>" in html


def api_of(*operations, extra=""):
    """A description with one operation for each path, tag and further line."""
    paths = "".join(
        f"  {path}:\n    get:\n      responses: {{}}\n"
        + (f"      tags: [{tag}, x]\n" if tag else "")
        for path, tag in operations
    )
    return f"openapi: 3.0.0\ninfo: {{title: A}}\npaths:\n{paths}{extra}"


def levels(source):
    return [(level, title) for level, title, _ in headings(source, "a.yaml")][2:]


def test_operations_stand_below_their_tag_and_keep_their_addresses_when_others_come():
    source = api_of(("/a", "one"), ("/b", "one"), ("/c", ""), ("/d", "two"))
    assert levels(source) == [
        (3, "one"),
        (4, "GET /a"),
        (4, "GET /b"),
        (3, "GET /c"),
        (3, "two"),
        (4, "GET /d"),
    ]
    more = api_of(("/0", "one"), ("/a", "one"), ("/b", "one"), ("/c", ""), ("/d", "two"))
    before, after = (
        set(assign_addresses(section_tree(parse_document(text, name="a.yaml"))))
        for text in (source, more)
    )
    assert "a/operations/one/get-a#4" in before
    assert after - before == {"a/operations/one/get-0#4"}
    assert before <= after
    as_json = json.dumps(ApiValues(source).root)
    assert sections(as_json, "a.json") == sections(source, "a.yaml")


def test_a_tag_that_comes_again_is_numbered_and_scattered_tags_are_lines_of_the_page():
    again = api_of(("/a", "one"), ("/b", "two"), ("/c", "one"))
    assert [title for level, title in levels(again) if level == 3] == ["one", "two", "one"]
    html = html_of(again, "a.yaml")
    assert html.index("GET /c") < html.index("GET /b")
    for heading in parse_document(again, name="a.yaml").headings:
        assert f'<h{heading.level} id="{heading.anchor}">' in html
    scattered = api_of(*((f"/{n}", ("one", "two")[n % 2]) for n in range(6)))
    assert {level for level, _ in levels(scattered)} == {3}
    assert '<p class="rubric">one</p>' in html_of(scattered, "a.yaml")


def test_what_another_document_says_is_named_by_its_address():
    extra = (
        "  /r:\n    post:\n      parameters:\n      - $ref: p.yaml#/limit\n"
        "      requestBody: {$ref: b.yaml}\n      responses:\n        200: {$ref: r.yaml#/ok}\n"
        "        201:\n          description: Made\n          content:\n            a/b:\n"
        "              schema: {$ref: ../s.yaml#/Pet}\n"
    )
    told = operation_markdown(ApiValues(api_of(extra=extra)), ("paths", "/r", "post"))
    assert "| `p.yaml#/limit` |" in told
    assert "**Request body**\n\nSee `b.yaml`" in told
    assert "`200` See `r.yaml#/ok`" in told
    assert "Schema: `../s.yaml#/Pet`" in told


@pytest.mark.parametrize(
    ("source", "is_one"),
    [
        ("openapi: 3.1.0\ninfo: {}\n", True),
        ("# hello\n'swagger': '2.0'\npaths: {}\n", True),
        ('{"openapi": "3.0.0", "info": {}}', True),
        ("openapi: 3.1.0\n", False),
        ("spec:\n  openapi: 3.0.0\n  paths: 1\n", False),
        ("a: 1\n" * 10, False),
        ("", False),
    ],
)
def test_only_api_descriptions_are_read_as_such(source, is_one):
    assert is_openapi(source) is is_one
    assert (parse_document(source, name="a.yaml").format == "openapi") is is_one


@pytest.mark.parametrize(
    "tail",
    [
        "paths: [",
        "paths:\n  /a:\n\tget: x",
        "paths: {/a: {get: *nowhere}}",
        "paths: {? [a] : b, ? {c: d} : {e: f}, /a: {get: {}}}",
        "paths: {/a: {get: [1], post: null, put: text}, 5: {get: {}}}",
        "paths: null",
        "paths: {/a: {get: {parameters: {a: b}, responses: [1], requestBody: 7, tags: x}}}",
        "paths: {/a: {$ref: '#/paths/~1a'}, /b: {get: {$ref: '#/paths/~1b/get'}}}",
        "paths: {/a: {get: {}}, /a: {get: {}}}",
        "paths: " + "[" * 2000,
        "a: &a [1]\npaths: {/a: {get: {requestBody: {content: {x: {example: *a}}}}}}",
        "b: &b {properties: {c: *b}}",
        "paths: {}\n---\nsecond: document",
    ],
)
def test_odd_descriptions_are_kept_whole(tail):
    source = f"openapi: 3.0.0\ninfo: {{title: 7}}\n{tail}\n"
    parsed = parse_document(source, name="a.yaml")
    data = source.encode()
    texts = "".join(data[block.start : block.end].decode() for block in parsed.blocks)
    assert "".join(texts.split()) == "".join(source.split())
    assert html_of(source, "a.yaml")


def test_a_damaged_description_says_where():
    parsed = parse_document("openapi: 3.0.0\ninfo: [\n", name="a.yaml")
    assert parsed.front_matter_error == (
        "The YAML is not valid: did not find expected node content (line 3)."
    )


def test_aliases_are_shared_and_never_multiplied():
    levels = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9)]
    body = "{requestBody: {content: {x: {example: *a8, schema: {enum: *a8}}}}}"
    source = f"openapi: 3.0.0\na0: &a0 [x]\n{''.join(levels)}paths: {{/a: {{get: {body}}}}}\n"
    assert len(html_of(source, "a.yaml")) < 200_000
