"""Surfaces reach rows only through the access rule."""

import ast

from tests.architecture.tree import parse, python_files, relative

SURFACES = ("apps/api", "apps/reader", "apps/mcp")
MANAGERS = {"objects", "_default_manager", "_base_manager"}
GUARDED = {"visible_to", "allowing", "find"}


def bare_managers(source: ast.Module) -> list[int]:
    """Lines on which a manager is used for anything but a guarded method."""
    parents = {id(child): node for node in ast.walk(source) for child in ast.iter_child_nodes(node)}
    return sorted(
        node.lineno
        for node in ast.walk(source)
        if isinstance(node, ast.Attribute)
        and node.attr in MANAGERS
        and getattr(parents[id(node)], "attr", None) not in GUARDED
    )


def test_surfaces_and_admin_pages_touch_managers_through_the_rule_only():
    files = python_files(*SURFACES)
    files += [path for path in python_files("apps") if path.name == "admin.py"]
    assert len(files) > 30
    bare = {relative(path): bare_managers(parse(path)) for path in files}
    assert {name: lines for name, lines in bare.items() if lines} == {}


def test_the_check_sees_what_it_must_see():
    bad = (
        "Document.objects.filter(pk=1)\nx = Document.objects\nfor r in M._default_manager.all(): 1"
    )
    good = "D.objects.visible_to(u)\nD.objects.allowing(u, A)\nD.objects.find(user=u)\nobjects = 1"
    assert bare_managers(ast.parse(bad)) == [1, 2, 3]
    assert bare_managers(ast.parse(good)) == []


def test_surfaces_do_not_load_rows_by_shortcut():
    names = {"get_object_or_404", "get_list_or_404", "raw", "RawSQL"}
    found = {
        f"{relative(path)}:{node.lineno}"
        for path in python_files(*SURFACES)
        for node in ast.walk(parse(path))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", getattr(node.func, "attr", None)) in names
    }
    assert found == set()
