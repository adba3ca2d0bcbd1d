import pytest

from apps.text.mentions.evidence import resolve
from apps.text.mentions.extract import find_named_code
from apps.text.mentions.known import Context, Target


def target(qualified_name, kind="function", path="src/a.py"):
    return Target.of(qualified_name, kind, qualified_name, path)


def meaning(text, *targets, **context):
    (named,) = find_named_code(text)
    meant = resolve(
        named, [one for one in targets if one.parts[-1] == named.name], Context(**context)
    )
    return None if meant is None else [one.id for one in meant.targets]


@pytest.mark.parametrize(
    ("text", "targets", "expected"),
    [
        ("`a.b.load_all`", ["a.b.load_all", "c.b.load_all"], ["a.b.load_all"]),
        ("`b.load_all`", ["a.b.load_all", "c.load_all"], ["a.b.load_all"]),
        ("`a.load_all`", ["a.b.load_all", "c.load_all"], ["a.b.load_all"]),
        ("`os.path.join`", ["a.paths.join"], None),
        ("`load_all`", ["a.load_all", "b.load_all"], ["a.load_all", "b.load_all"]),
        ("`load_all`", ["a.load_all"], ["a.load_all"]),
        ("`run`", ["a.run"], None),
        ("`md`", ["a.md"], None),
        ("`TimeoutError`", ["a.TimeoutError"], None),
    ],
)
def test_a_name_means_what_it_fits(text, targets, expected):
    assert meaning(text, *map(target, targets)) == expected


def test_a_member_needs_its_class_nearby():
    member = target("a.Pool.take_one", "method")
    assert meaning("`take_one`", member) is None
    assert meaning("`take_one`", member, near=frozenset({"Pool"})) is None
    assert meaning("`take_one`", member, owners=frozenset({"Pool"})) == ["a.Pool.take_one"]
    telling = target("a.ShipPool.take_one", "method")
    assert meaning("`take_one`", telling, near=frozenset({"ShipPool"})) == [telling.id]
    assert meaning("`take`", target("a.Pool.take", "method"), near=frozenset({"Pool"})) is None
    in_heading = {"headings": frozenset({"Pool"})}
    assert meaning("`take`", target("a.Pool.take", "method"), **in_heading) == ["a.Pool.take"]


def test_a_variable_named_like_the_class_stands_for_it():
    assert meaning("http_client.fetch_all()", target("a.HttpClient.fetch_all", "method")) == [
        "a.HttpClient.fetch_all"
    ]


def test_nearness_of_paths_decides_between_equals():
    one, other = target("x.load_all", path="x/a.py"), target("y.load_all", path="y/a.py")
    assert meaning("`load_all`", one, other, path="y/README.md") == ["y.load_all"]
    assert meaning("`load_all`", one, other, path="docs/a.md") == ["x.load_all", "y.load_all"]


def test_what_is_imported_from_elsewhere_is_not_ours():
    ours = target("ours.load_all")
    assert meaning("`load_all`", ours, imports={"load_all": ("theirs", "load_all")}) is None
    assert meaning("`load_all`", ours, imports={"load_all": ("ours", "load_all")}) == [ours.id]
    assert meaning("`load_all`", ours, imports={"load_all": ("", "ours", "load_all")}) is None


def test_a_module_is_no_symbol():
    assert meaning("`a.tool`", target("a.bin.tool")) == ["a.bin.tool"]
    assert (
        meaning("`a.tool`", target("a.bin.tool"), known_modules=frozenset({("a", "tool")})) is None
    )


def test_tests_are_not_what_documents_speak_of():
    fake = target("tests.load_all", path="tests/test_a.py")
    assert meaning("`load_all`", fake) is None
    assert meaning("`load_all`", fake, target("a.load_all")) == ["a.load_all"]
    assert meaning("`load_all`", fake, path="tests/README.md") == ["tests.load_all"]


def test_at_most_five_candidates_share_the_confidence():
    (named,) = find_named_code("`load_all`")
    meant = resolve(named, [target(f"m{n}.load_all") for n in range(9)], Context())
    assert (len(meant.targets), meant.is_ambiguous, meant.confidence) == (5, True, 0.094)
