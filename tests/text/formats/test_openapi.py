import json

import pytest

from apps.text.formats.openapi.markdown import operation_markdown
from apps.text.formats.openapi.sniff import is_openapi
from apps.text.formats.openapi.values import ApiValues
from apps.text.parse import parse_document
from apps.text.sections import section_tree
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
        (3, "GET /pets \u2014 List pets", 9),
        (3, "POST /pets \u2014 addPet", 25),
        (3, "DELETE /orders/{id}", 34),
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
    assert html.index("DELETE /orders") < html.index("GET /pets")
    for heading in parse_document(PETS, name="api.yaml").headings:
        assert f'<h{heading.level} id="{heading.anchor}">' in html
    assert '<a href="#pet">Pet</a>' in html
    assert "elsewhere.example" not in html


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
