import pytest

from apps.text.diagrams.drawing import draw
from apps.text.diagrams.flowchart_plan import plan_of
from apps.text.diagrams.flowchart_reader import read_flowchart
from apps.text.diagrams.refusal import NotDrawnError
from apps.text.diagrams.statements import statements


def chart_of(source):
    return read_flowchart(statements(source))


def edges_of(source):
    return [
        (edge.tail, edge.head, " ".join(edge.lines), edge.stroke, edge.tail_end, edge.head_end)
        for edge in chart_of(source).edges
    ]


@pytest.mark.parametrize(
    ("written", "stroke", "tail_end", "head_end"),
    [
        ("-->", "solid", "", "arrow"),
        ("---->", "solid", "", "arrow"),
        ("---", "solid", "", ""),
        ("-.->", "dotted", "", "arrow"),
        ("-.-", "dotted", "", ""),
        ("==>", "thick", "", "arrow"),
        ("===", "thick", "", ""),
        ("--x", "solid", "", "cross"),
        ("o--o", "solid", "circle", "circle"),
        ("<-->", "solid", "arrow", "arrow"),
        ("~~~", "hidden", "", ""),
    ],
)
def test_each_link_has_its_line_and_its_ends(written, stroke, tail_end, head_end):
    assert edges_of(f"graph TD\nA {written} B") == [("A", "B", "", stroke, tail_end, head_end)]


@pytest.mark.parametrize(
    "written",
    ["-->|a b|", "-- a b -->", '-->|"a b"|', '-- "a b" -->'],
)
def test_a_link_has_words_written_either_way(written):
    assert edges_of(f"graph TD\nA {written} B") == [("A", "B", "a b", "solid", "", "arrow")]


def test_dotted_and_thick_links_have_words_too():
    assert edges_of("graph LR; A -. v1.2 .-> B; B == big ==> C") == [
        ("A", "B", "v1.2", "dotted", "", "arrow"),
        ("B", "C", "big", "thick", "", "arrow"),
    ]


def test_chains_and_groups_of_nodes_join_each_with_each():
    pairs = [edge[:2] for edge in edges_of("flowchart LR\nA & B --> C --> D & E")]
    assert pairs == [("A", "C"), ("B", "C"), ("C", "D"), ("C", "E")]


@pytest.mark.parametrize(
    ("written", "shape"),
    [
        ("[x]", "box"),
        ("(x)", "round"),
        ("([x])", "stadium"),
        ("{x}", "diamond"),
        ("((x))", "circle"),
        ("(((x)))", "double"),
        ("[[x]]", "subroutine"),
        ("[(x)]", "cylinder"),
        ("{{x}}", "hexagon"),
        (">x]", "flag"),
        ("[/x/]", "lean-right"),
        ("[\\x\\]", "lean-left"),
        ("[/x\\]", "trapezoid"),
        ("[\\x/]", "funnel"),
    ],
)
def test_each_sign_has_its_shape(written, shape):
    source = f"graph TD\nA{written}:::red --> B"
    node = chart_of(source).nodes["A"]
    assert (node.shape, node.lines) == (shape, ("x",))
    assert draw(source).count("<text") == 2


def test_labels_are_freed_of_markup_and_wrapped():
    label = 'A["fa:fa-book <b>one</b> #quot;two#quot;<br/>[three] (four); %%"]'
    assert chart_of(f"graph TD\n{label}").nodes["A"].lines == ('one "two"', "[three] (four); %%")
    assert len(chart_of(f"graph TD\nA[{'long words ' * 12}]").nodes["A"].lines) > 2


def test_quoted_words_may_go_over_several_lines():
    nodes = chart_of('graph TD\nA{"one\n  two"} --> B\nB --> C').nodes
    assert {name: node.lines for name, node in nodes.items()} == {
        "A": ("one", "two"),
        "B": ("B",),
        "C": ("C",),
    }


def test_a_name_that_begins_like_a_statement_about_looks_is_a_node():
    assert edges_of("graph TD\nstyle-guide --> class")[0][:2] == ("style-guide", "class")


def test_boxes_with_titles_of_several_words_may_have_the_same_title():
    chart = chart_of("graph TD\nsubgraph L 4\nA\nend\nsubgraph L 4\nB\nend\nA --> B")
    assert [group.lines for group in chart.groups.values()] == [("L 4",), ("L 4",)]


def test_comments_front_matter_and_colours_say_nothing():
    source = (
        "---\ntitle: x\n---\n%%{init: {}}%%\ngraph TD\n%% a\nA-->B\nclassDef red fill:#f00;\n"
        'class A red\nstyle B fill:#f00\nlinkStyle 0 stroke:red\nclick A "https://x.example"'
    )
    assert list(chart_of(source).nodes) == ["A", "B"]
    assert "x.example" not in draw(source)


def test_a_box_holds_its_own_nodes_and_no_others():
    chart = chart_of(
        "graph LR\nout --> a\nsubgraph one [The first]\ndirection TB\na --> b\n"
        "subgraph two\nc\nend\nb --> c\nend\nout --> one\nc --> far"
    )
    frames = plan_of(chart).frames

    def is_inside(name, box):
        inner, outer = frames[name], frames[box]
        apart = abs(inner.x - outer.x), abs(inner.y - outer.y)
        return apart[0] <= (outer.w - inner.w) / 2 and apart[1] <= (outer.h - inner.h) / 2

    assert {name for name in frames if name != "one" and is_inside(name, "one")} == {*"abc", "two"}
    assert {name for name in frames if name != "two" and is_inside(name, "two")} == {"c"}
    assert frames["a"].y < frames["b"].y
    assert frames["out"].x < frames["a"].x


@pytest.mark.parametrize(
    ("direction", "axis", "sign"), [("TD", 1, 1), ("BT", 1, -1), ("LR", 0, 1), ("RL", 0, -1)]
)
def test_links_run_in_the_diagrams_direction(direction, axis, sign):
    frames = plan_of(chart_of(f"graph {direction}\nA-->B-->C\nA-->C\nC-->A")).frames
    places = [(frames[name].x, frames[name].y)[axis] * sign for name in "ABC"]
    assert places == sorted(places)


def test_nodes_never_overlap():
    source = "graph TD\n" + "\n".join(f"n{a}[node {a}] --> n{a * 7 % 30}" for a in range(30))
    frames = list(plan_of(chart_of(source)).frames.values())
    for at, one in enumerate(frames):
        for other in frames[at + 1 :]:
            apart_x = abs(one.x - other.x) + 0.01 >= (one.w + other.w) / 2
            assert apart_x or abs(one.y - other.y) + 0.01 >= (one.h + other.h) / 2


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("graph TD\nA --> B\nA -> ?", "line 3 of it is not understood"),
        ("graph TD\nA@{ shape: rect }", "line 2 of it is not understood"),
        ("graph TD\nA[open --> B", "line 2 of it is not understood"),
        ("graph TD\nsubgraph x\nA", "one of its boxes is not closed"),
        (
            "graph TD\nsubgraph x\nA\nend\nx --> A",
            "one of its links joins a box with its own content",
        ),
        ("graph TD", "there is nothing in it"),
        ("", "there is nothing in it"),
        ("pie\n'a': 3", "only flowcharts and sequence diagrams are drawn"),
        ("graph TD\n" + "\n".join(f"n{at}" for at in range(61)), "it is too large"),
        ("graph TD\n" + "A-->B\n" * 151, "it is too large"),
        ("graph TD\nA" + " & A" * 100 + "-->" + " & ".join("B" * 50), "it is too large"),
        ("graph TD\nA[" + "x" * 401 + "]", "one of its labels is too long"),
        ("graph TD\nA[" + "x" * 1001 + "]", "one of its lines is too long"),
        ("graph TD\n" + "A-->B\n" * 4000, "it is too large"),
    ],
)
def test_what_is_not_wholly_understood_is_refused_with_the_reason(source, reason):
    with pytest.raises(NotDrawnError) as refused:
        draw(source)
    assert str(refused.value) == reason
