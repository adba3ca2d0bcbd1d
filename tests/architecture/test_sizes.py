"""Files are short, and so are functions; rooms are named after what is in them."""

import ast
from statistics import quantiles

import pytest

from tests.architecture.tree import PROJECT, parse, python_files, relative

CODE = ("apps", "config")
FORBIDDEN = {"utils", "util", "helpers", "helper", "common", "misc", "core", "shared", "lib"}


def lines_of(path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_no_file_is_longer_than_three_hundred_lines():
    long = {
        relative(path): lines_of(path)
        for path in python_files(*CODE, "tests", "bench")
        if lines_of(path) > 300
    }
    assert long == {}


def test_nine_files_in_ten_have_at_most_two_hundred_lines():
    sizes = [lines_of(path) for path in python_files(*CODE) if lines_of(path)]
    assert quantiles(sizes, n=10)[-1] <= 200


def test_nineteen_functions_in_twenty_have_at_most_thirty_lines():
    sizes = [
        node.end_lineno - node.lineno + 1
        for path in python_files(*CODE)
        for node in ast.walk(parse(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    assert quantiles(sizes, n=20)[-1] <= 30


@pytest.mark.parametrize("room", [*CODE, "tests"])
def test_no_room_is_named_after_nothing(room):
    names = {path.stem for path in (PROJECT / room).rglob("*") if path.suffix in {"", ".py"}}
    assert names & FORBIDDEN == set()


def test_only_the_job_runner_keeps_what_it_catches_of_everything():
    """Elsewhere a broad handler may clean up, if it then lets the error go on."""
    broad = {
        relative(path)
        for path in python_files(*CODE)
        for node in ast.walk(parse(path))
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or ast.unparse(node.type) in {"Exception", "BaseException"})
        and not (isinstance(node.body[-1], ast.Raise) and node.body[-1].exc is None)
    }
    assert broad <= {"apps/jobs/runner.py"}
