"""Kinds of mistakes that were met when bound mentions were judged by reading."""

import pytest

from apps.text.mentions.evidence import resolve
from apps.text.mentions.extract import fences_before, find_named_code
from apps.text.mentions.known import Context, Target


def meant(text, *symbols, **context):
    """What the names of a text mean in the repository ``quay``."""
    targets = [Target.of(name, kind, name, path) for kind, name, path in symbols]
    found = []
    for one in find_named_code(text):
        same = [target for target in targets if target.parts[-1] == one.name]
        answer = resolve(one, same, Context(repository="quay", **context))
        found += [answer.targets[0].id] if answer and not answer.is_ambiguous else []
    return found


GRAPH = ("class", "quay.GraphQL", "quay/graphs.py")


@pytest.mark.parametrize(
    ("text", "symbol", "is_bound"),
    [
        # The project and products in prose, against their classes in code.
        ("Dock with QuaY.", ("class", "quay.app.QuaY", "quay/app.py"), False),
        ("Make a `QuaY`.", ("class", "quay.app.QuaY", "quay/app.py"), True),
        ("It speaks GraphQL.", GRAPH, False),
        ("Use `GraphQL`.", GRAPH, True),
        ("```\nQuaY is running\n```", ("class", "quay.app.QuaY", "quay/app.py"), False),
        # Two words in one are written without a class in mind.
        ("Open a PullRequest.", ("struct", "pr.PullRequest", "pr/pr.go"), False),
        ("Open a `PullRequest`.", ("struct", "pr.PullRequest", "pr/pr.go"), True),
        ("Open a DraftPullRequest.", ("struct", "pr.DraftPullRequest", "pr/pr.go"), True),
        ("Give a time_limit.", ("function", "quay.time_limit", "quay/a.py"), False),
        # Modules of Python's own, a variable that bears the name of a module.
        ("`inspect.sign`", ("function", "quay.inspect.sign", "quay/inspect.py"), False),
        ("`tides.sign`", ("function", "quay.tides.sign", "quay/tides.py"), True),
        ("`tide.tide`", ("function", "quay.tide.tide", "quay/tide.py"), False),
        # What only its package sees, what users write as a value.
        ("`retryWait`", ("constant", "http.retryWait", "http/a.go"), False),
        ("`HookDone`", ("constant", "hook.HookDone", "hook/a.go"), False),
        ("`http.RetryWait`", ("constant", "http.RetryWait", "http/a.go"), True),
        # Settings are where settings are kept.
        (":setting:`tide_url`", ("variable", "quay.tides.tide_url", "quay/tides.py"), False),
        (":setting:`tide_url`", ("attribute", "quay.app.Settings.tide_url", "quay/app.py"), True),
        (":setting:`TIDE_URL`", ("constant", "quay.base.TIDE_URL", "quay/base.py"), True),
        # What every class has, what bears the name of its module, what is handed over.
        ("Its `__init__` waits.", ("method", "quay.app.Quay.__init__", "quay/app.py"), False),
        ("The `load_table` page.", ("function", "x.load_table.load_table", "x/a.py"), False),
        ("The `load_table` page.", ("function", "x.tides.load_table", "x/tides.py"), True),
        ("The `load_table` argument.", ("function", "x.tides.load_table", "x/tides.py"), False),
        # How the documentation is built, and tests in a folder `t`.
        ("Set `html_theme`.", ("variable", "docs.conf.html_theme", "docs/conf.py"), False),
        ("Set `tide_url`.", ("variable", "t.unit.tide_url", "t/unit/config.py"), False),
        # Keys of data and code, against types.
        ("```yaml\nsyncOptions: x\n```", ("constant", "a.syncOptions", "a.go"), False),
        ("```yaml\nkind: ShipYard\n```", ("struct", "a.ShipYard", "a.go"), True),
        ("```ts\nf({errorMap: x})\n```", ("function", "a.errorMap", "a.py"), False),
        # What a language does not allow.
        ("Call `tideTable()`.", ("attribute", "a.B.tideTable", "a/B.java"), False),
        ("See `Generate`.", ("function", "id.Generate", "id/id.go"), False),
        ("Call `Generate()`.", ("function", "id.Generate", "id/id.go"), True),
        ("Name the `target_branch`.", ("variable", "target_branch", "hack/x.sh"), False),
        # A package hands on what lies in it, not in its scripts.
        ("See `quay.build()`.", ("function", "scripts.make.build", "scripts/make.py"), False),
        ("See `quay.build()`.", ("function", "quay.make.build", "quay/make.py"), True),
        ("See `quay.ping`.", ("function", "quay.a.b.ping", "quay/a/b.py"), False),
        ("See `quay.Ping`.", ("class", "quay.a.b.Ping", "quay/a/b.py"), True),
        ("See `quay.b.ping()`.", ("function", "quay.a.b.ping", "quay/a/b.py"), False),
        ("`zod.z_z`", ("variable", "zod.src.v4.core.z_z", "zod/src/v4/core.ts"), False),
    ],
)
def test_a_name_is_bound_only_where_nothing_speaks_against_it(text, symbol, is_bound):
    assert meant(text, symbol, near=frozenset({"B"})) == ([symbol[1]] if is_bound else [])


def test_a_member_named_beside_a_lone_word_says_that_it_is_the_class():
    symbol = ("struct", "pr.PullRequest", "pr/pr.go")
    owners = frozenset({"PullRequest"})
    assert meant("A PullRequest has PullRequest.title.", symbol, owners=owners) == [symbol[1]]


@pytest.mark.parametrize(
    ("context", "is_bound"),
    [
        ({"path": "docs/a.md"}, False),
        ({"path": "docs/a.md", "languages": frozenset({"go"})}, False),
        ({"path": "docs/a.md", "languages": frozenset({"typescript"})}, True),
        ({"path": "ui/docs/a.md"}, True),
    ],
)
def test_scripts_are_meant_where_scripts_are_spoken_of(context, is_bound):
    symbol = ("function", "ui.src.shipName", "ui/src/ships.ts")
    assert meant("Set `shipName`.", symbol, **context) == ([symbol[1]] if is_bound else [])


def test_a_page_with_code_of_go_may_name_its_constants():
    symbol = ("constant", "hook.HookDone", "hook/a.go")
    assert meant("`HookDone`", symbol, languages=frozenset({"go"})) == [symbol[1]]


def test_a_member_that_little_speaks_for_still_makes_a_like_named_function_ambiguous():
    function = ("function", "quay.control.rate_limit", "quay/control.py")
    member = ("attribute", "quay.task.Task.rate_limit", "quay/task.py")
    text = "The `rate_limit` of a Task."
    assert meant(text, function, member, near=frozenset({"Task"})) == []
    assert meant(text, function, member) == [function[1]]


def test_a_class_stands_for_its_constructors():
    symbols = [
        ("class", "a.JsonArray", "a/JsonArray.java"),
        ("constructor", "a.JsonArray.JsonArray", "a/JsonArray.java"),
    ]
    assert meant("Add to a `JsonArray`.", *symbols) == ["a.JsonArray"]


def test_a_plain_class_name_needs_its_module_or_a_member_nearby():
    symbol = ("class", "quay.hints.Hint", "quay/hints.py")
    assert meant("* `Hint`", symbol) == []
    assert meant("* `Hint`", symbol, owners=frozenset({"Hint"})) == ["quay.hints.Hint"]
    assert meant("* `Hint`", symbol, path="quay/hints.md") == ["quay.hints.Hint"]


def test_two_equal_candidates_are_marked_and_not_guessed():
    targets = [
        Target.of(name, "function", name, path)
        for name, path in (("a.load_table", "a.py"), ("b.load_table", "b.py"))
    ]
    [named] = find_named_code("Use `load_table`.")
    answer = resolve(named, targets, Context())
    assert answer is not None
    assert answer.is_ambiguous
    assert {target.id for target in answer.targets} == {"a.load_table", "b.load_table"}


def test_a_piece_of_a_text_is_read_in_the_fence_that_it_begins_in():
    lines = ["```yaml", "syncOptions: x", "```", "`syncOptions`"]
    fences = fences_before(lines)
    assert [bool(fence.mark) for fence in fences] == [False, True, True, False]
    assert find_named_code("\n".join(lines[1:]), fence=fences[1])[0].line == 3
