import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.text.mentions.extract import find_named_code
from apps.text.mentions.imports import find_imports, imported_names
from apps.text.mentions.named import Form


def names(text):
    return [one.text for one in find_named_code(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Use `ParseConfig` or `module.Class`.", ["ParseConfig", "module.Class"]),
        (
            "It calls service.handler.dispatch then validate().",
            ["service.handler.dispatch", "validate()"],
        ),
        ("The word ParseConfig and the word parse_config.", ["ParseConfig", "parse_config"]),
        ("`std::vector` and db->open()", ["std::vector", "db->open()"]),
        ("See README.md, main.py and example.com.", []),
        ("Run src/load_all.py --dry_run at https://a.b/load_all now.", []),
        ("Mail load_all@example.org; the function(s) of this.", []),
        ("An ordinary Sentence with Words, e.g. this one.", []),
        ("[load_all](https://x.y/other_name) and <load_tag>", ["load_all"]),
        ("`a link <other_name>`_ and ``load_all``", ["load_all"]),
        (":py:meth:`~db.Pool.take` and {func}`open_pool`", ["db.Pool.take", "open_pool"]),
        (":ref:`load_all` :doc:`other_name`", []),
        ("self.load_all() and this.other_name", []),
    ],
)
def test_names_in_prose(text, expected):
    assert names(text) == expected


def test_fences_give_calls_and_imports_but_not_what_they_define():
    code = "from a.b import load_all as la\nclass MyThing:\n    x_y = make_it(1)\nMyThing()\n"
    text = f"```py\n{code}```\n"
    found = find_named_code(text)
    assert [(one.text, one.form, one.line) for one in found] == [
        ("a.b.load_all", Form.IMPORT, 2),
        ("make_it()", Form.FENCE, 4),
    ]


def test_directives_know_their_class():
    text = ".. class:: Pool(size)\n\n   .. method:: take(wait)\n\n.. function:: open_pool()\n"
    assert [(one.text, one.role) for one in find_named_code(text)] == [
        ("Pool", "class"),
        ("Pool.take", "method"),
        ("open_pool", "function"),
    ]


def test_source_code_is_read_as_code():
    assert names("open(1)") == []
    assert [one.text for one in find_named_code("open(1)", is_code=True)] == ["open()"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("from a.b import C, d as e", {"C": ("a", "b", "C"), "e": ("a", "b", "d")}),
        ("import numpy as np", {"np": ("numpy",)}),
        ("import { useCart as u } from './lib/cart.js'", {"u": ("lib", "cart", "useCart")}),
        ("const { readAll } = require('pkg')", {"readAll": ("pkg", "readAll")}),
        (
            "use db::pool::{Pool, Taker};",
            {"Pool": ("db", "pool", "Pool"), "Taker": ("db", "pool", "Taker")},
        ),
        ("use Acme\\Shop\\Basket;", {"Basket": ("Acme", "Shop", "Basket")}),
        ("we use this import of goods", {}),
    ],
)
def test_imports_of_several_languages(line, expected):
    assert imported_names(line) == expected


def test_a_text_says_which_modules_it_is_about():
    _, modules = find_imports([".. currentmodule:: db.pool", "from a.b import C"])
    assert modules == frozenset({("db", "pool"), ("a", "b")})


@given(st.text(max_size=300))
def test_any_text_gives_names_that_stand_in_it(text):
    lines = text.split("\n")
    for one in find_named_code(text):
        assert 1 <= one.line <= len(lines)
        assert one.parts
        assert all(one.parts)


@given(st.text(alphabet="`~:.<>()[]_a\n{}-*@/ ", max_size=400))
def test_nests_of_marks_are_no_trouble(text):
    find_named_code(text)


@pytest.mark.parametrize("piece", ["`", "a.", "(", "<a", "a_", "[", ":a:`", "~~~", "use a::", "{"])
def test_time_is_linear_in_the_text(piece):
    find_named_code((piece * 2000 + "\n") * 50)
