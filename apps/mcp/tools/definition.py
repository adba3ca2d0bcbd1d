"""What a tool is: a name, when to use it, its input and output, and a handler."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Protocol, TypeVar

import mcp_types
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from apps.access.principals import Principal
from apps.mcp.replies import DEFAULT_MAX_TOKENS, GREATEST_MAX_TOKENS, Reply
from apps.mcp.schemas import input_schema, output_schema
from apps.mcp.tools.argument_errors import invalid_arguments


def refuse_nul(text: str) -> str:
    """NUL stands in no text that PostgreSQL can hold or find."""
    if "\0" in text:
        raise ValueError("The text contains a NUL character.")
    return text


Text = Annotated[str, AfterValidator(refuse_nul)]


class Arguments(BaseModel):
    """What every tool takes; each adds its own. Unknown arguments are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    max_tokens: int = Field(DEFAULT_MAX_TOKENS, ge=1, le=GREATEST_MAX_TOKENS)

    @model_validator(mode="before")
    @classmethod
    def leave_out_nulls(cls, values: Any) -> Any:
        """Many clients send null for what they leave out; what is required stays refused."""
        if not isinstance(values, dict):
            return values
        optional = {name for name, field in cls.model_fields.items() if not field.is_required()}
        return {
            name: value
            for name, value in values.items()
            if value is not None or name not in optional
        }


ArgumentsT = TypeVar("ArgumentsT", bound=Arguments)
HandledT_contra = TypeVar("HandledT_contra", bound=Arguments, contravariant=True)


class Handler(Protocol[HandledT_contra]):
    """Does the work of a tool under the rights of ``user``.

    Raises `DomainError` or `TextError`; whatever else it raises is a defect.
    """

    def __call__(self, *, user: Principal, arguments: HandledT_contra) -> Reply:
        """The answer, within ``arguments.max_tokens``."""
        ...


@dataclass(frozen=True, slots=True)
class Tool(Generic[ArgumentsT]):
    """One tool. ``avoid`` names the sibling that fits better; ``answer`` is a TypedDict."""

    name: str
    summary: str
    use_when: str
    avoid: str
    arguments: type[ArgumentsT]
    answer: type
    handle: Handler[ArgumentsT]

    @property
    def description(self) -> str:
        """Summary, when to use the tool, and when not to."""
        return f"{self.summary} Use when {self.use_when}. Do NOT use {self.avoid}."

    def definition(self) -> mcp_types.Tool:
        """The tool as it is listed to clients."""
        return mcp_types.Tool(
            name=self.name,
            description=self.description,
            input_schema=input_schema(self.arguments),
            output_schema=output_schema(self.answer),
            annotations=mcp_types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
        )

    def answer_call(self, user: Principal, arguments: Mapping[str, Any]) -> tuple[Reply, int]:
        """The reply and the token budget it was asked to keep.

        Raises `InvalidRequestError` with one field error for each bad argument.
        """
        try:
            parsed = self.arguments.model_validate(dict(arguments))
        except ValidationError as error:
            raise invalid_arguments(self.name, error) from None
        return self.handle(user=user, arguments=parsed), parsed.max_tokens
