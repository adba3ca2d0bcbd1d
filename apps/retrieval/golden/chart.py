"""The figures of evaluation runs as a drawing, made on the server (SVG 1.1).

The table of runs below it has the same figures for who does not see it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from apps.retrieval.golden.storing import settings_of
from apps.retrieval.models import EvaluationRun

WIDTH, HEIGHT = 760, 220
LEFT, RIGHT, TOP, BOTTOM = 36, 12, 12, 28
MOST_RUNS = 40


@dataclass(frozen=True, slots=True)
class Line:
    """One figure: its name, its column, and how it is drawn (colour and dashes)."""

    label: str
    name: str
    colour: str
    dashes: str


LINES = (
    Line("recall@10", "recall", "oklch(0.55 0.15 255)", ""),
    Line("nDCG@10", "ndcg", "oklch(0.6 0.15 150)", "6 3"),
    Line("MRR", "mrr", "oklch(0.62 0.16 50)", "2 3"),
)


def draw_runs(newest_first: Sequence[EvaluationRun]) -> SafeString:
    """The figures over time, oldest at the left; a rule marks where model or settings changed."""
    runs = list(newest_first[:MOST_RUNS])[::-1]
    if len(runs) < 2:
        return SafeString("")
    return format_html(
        '<svg viewBox="0 0 {} {}" role="img" aria-labelledby="runs-title" width="100%" '
        'style="max-width:{}px" font-size="11" fill="currentColor" '
        'xmlns="http://www.w3.org/2000/svg"><title id="runs-title">{}</title>{}{}{}{}</svg>',
        WIDTH,
        HEIGHT,
        WIDTH,
        f"Recall, nDCG and MRR of the last {len(runs)} runs; the table has the same figures.",
        draw_grid(runs),
        draw_changes(runs),
        format_html_join("", "{}", ((draw_line(runs, line),) for line in LINES)),
        draw_legend(),
    )


def across(index: int, count: int) -> float:
    """Where a run stands, from the left."""
    return round(LEFT + index * (WIDTH - LEFT - RIGHT) / max(count - 1, 1), 1)


def up(value: float) -> float:
    """Where a figure stands, from the top."""
    return round(TOP + (1 - value) * (HEIGHT - TOP - BOTTOM), 1)


def draw_grid(runs: Sequence[EvaluationRun]) -> SafeString:
    """Rules at each quarter, and the dates of the first and the last run."""
    rules = format_html_join(
        "",
        '<path d="M{} {}H{}" stroke="currentColor" stroke-opacity=".15"/>'
        '<text x="{}" y="{}" text-anchor="end">{}</text>',
        (
            (LEFT, up(value), WIDTH - RIGHT, LEFT - 6, up(value) + 4, f"{value:.2f}")
            for value in (0, 0.25, 0.5, 0.75, 1)
        ),
    )
    return format_html(
        '{}<text x="{}" y="{}">{}</text><text x="{}" y="{}" text-anchor="end">{}</text>',
        rules,
        LEFT,
        HEIGHT - 8,
        f"{runs[0].at:%d %b %Y}",
        WIDTH - RIGHT,
        HEIGHT - 8,
        f"{runs[-1].at:%d %b %Y}",
    )


def draw_changes(runs: Sequence[EvaluationRun]) -> SafeString:
    """A dashed rule before each run whose model, version or settings are not those before."""
    return format_html_join(
        "",
        '<path d="M{0} {1}V{2}" stroke="currentColor" stroke-opacity=".5" '
        'stroke-dasharray="2 4"><title>{3}</title></path>',
        (
            (across(number, len(runs)), TOP, HEIGHT - BOTTOM, f"From here: {run.model}")
            for number, run in enumerate(runs)
            if number and settings_of(run) != settings_of(runs[number - 1])
        ),
    )


def draw_line(runs: Sequence[EvaluationRun], line: Line) -> SafeString:
    """One figure over all runs, with its value at each point in a tooltip."""
    points = [(across(n, len(runs)), up(getattr(run, line.name))) for n, run in enumerate(runs)]
    dots = format_html_join(
        "",
        '<circle cx="{}" cy="{}" r="3" fill="{}"><title>{}</title></circle>',
        (
            (x, y, line.colour, f"{run.at:%d %b %Y}: {line.label} {getattr(run, line.name):.3f}")
            for (x, y), run in zip(points, runs, strict=True)
        ),
    )
    return format_html(
        '<polyline points="{}" fill="none" stroke="{}" stroke-width="2" stroke-dasharray="{}"/>{}',
        " ".join(f"{x},{y}" for x, y in points),
        line.colour,
        line.dashes or "none",
        dots,
    )


def draw_legend() -> SafeString:
    """Which line is which."""
    return format_html_join(
        "",
        '<path d="M{0} {1}h24" stroke="{2}" stroke-width="2" stroke-dasharray="{3}"/>'
        '<text x="{4}" y="{5}">{6}</text>',
        (
            (
                *(LEFT + 170 + 130 * number, HEIGHT - 12, line.colour, line.dashes or "none"),
                *(LEFT + 200 + 130 * number, HEIGHT - 8, line.label),
            )
            for number, line in enumerate(LINES)
        ),
    )
