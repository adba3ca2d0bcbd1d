"""The tool ``gain``: tokens saved by reading sections instead of files."""

from typing import Literal

from typing_extensions import TypedDict

from apps.access.principals import Principal
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Tool
from apps.retrieval.gain.report import GainReport, report_gain

MOST_SOURCES = 10


class GainArguments(Arguments):
    """Which time."""

    period: Literal["session", "today", "week", "all"] = "session"


class GainAnswer(TypedDict):
    """Sums in tokens; the other fields are REST's."""

    saved_tokens: int


def show_gain(*, user: Principal, arguments: GainArguments) -> Reply:
    """The caller's own sums."""
    report = report_gain(user=user, period=arguments.period)
    values = report.as_dict()
    answer = {
        **{name: value for name, value in values.items() if name not in {"tokens", "days"}},
        "sources": values["sources"][:MOST_SOURCES],
    }
    return Reply(answer, as_text(report))


def as_text(report: GainReport) -> str:
    """The sums in words."""
    saved = f"{report.saved_tokens} tokens saved ({report.saved_percent:g} %)"
    files = f"{report.served_tokens} served out of files of {report.file_tokens}"
    lines = [f"{saved}, period {report.period}: {files}, {report.calls} calls."]
    lines += [f"- `{one.mark}`: {one.saved_tokens} saved" for one in report.sources[:MOST_SOURCES]]
    return "\n".join(lines)


TOOL = Tool(
    name="gain",
    summary="Tells how many tokens you saved by not reading whole files.",
    use_when="asked for it",
    avoid="for work (context)",
    arguments=GainArguments,
    answer=GainAnswer,
    handle=show_gain,
)
