"""Resources and prompts in the SDK's types, and their errors."""

from collections.abc import Mapping

from mcp import MCPError
from mcp_types import (
    INVALID_PARAMS,
    GetPromptResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    Prompt,
    PromptArgument,
    PromptMessage,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
)

from apps.access.errors import DomainError, NotFoundError
from apps.access.principals import Principal
from apps.mcp.prompts.registry import BY_NAME, PROMPTS
from apps.mcp.resources.definition import MARKDOWN
from apps.mcp.resources.registry import RESOURCES, read_resource
from apps.text.errors import TextError


def list_resources() -> ListResourcesResult:
    """Those with one address; they are the same for everybody."""
    return ListResourcesResult(
        resources=[
            Resource(
                uri=one.uri,
                name=one.name,
                title=one.title,
                description=one.description,
                mime_type=MARKDOWN,
            )
            for one in RESOURCES
            if not one.is_template
        ]
    )


def list_templates() -> ListResourceTemplatesResult:
    """Those with variables in their addresses."""
    return ListResourceTemplatesResult(
        resource_templates=[
            ResourceTemplate(
                uri_template=one.uri,
                name=one.name,
                title=one.title,
                description=one.description,
                mime_type=MARKDOWN,
            )
            for one in RESOURCES
            if one.is_template
        ]
    )


def read(*, user: Principal, uri: str) -> ReadResourceResult | MCPError:
    """A resource's text, or the error to raise: work for a message must not fail by itself."""
    try:
        text = read_resource(user=user, uri=uri)
    except (DomainError, TextError) as error:
        return refusal(error)
    contents = TextResourceContents(uri=uri, mime_type=MARKDOWN, text=text)
    return ReadResourceResult(contents=[contents])


def list_prompts() -> ListPromptsResult:
    """All prompts; they are the same for everybody."""
    return ListPromptsResult(
        prompts=[
            Prompt(
                name=one.name,
                title=one.title,
                description=one.description,
                arguments=[
                    PromptArgument(
                        name=argument.name,
                        description=argument.description,
                        required=argument.is_required,
                    )
                    for argument in one.arguments
                ],
            )
            for one in PROMPTS
        ]
    )


def get_prompt(name: str, arguments: Mapping[str, str]) -> GetPromptResult:
    """A prompt with its arguments filled in. Raises `MCPError`."""
    prompt = BY_NAME.get(name)
    if prompt is None:
        raise refusal(NotFoundError("There is no prompt of that name."))
    try:
        text = prompt.fill(arguments)
    except DomainError as error:
        raise refusal(error) from None
    message = PromptMessage(role="user", content=TextContent(type="text", text=text))
    return GetPromptResult(description=prompt.description, messages=[message])


def refusal(error: DomainError | TextError) -> MCPError:
    """The protocol's error for one of ours, its code first as in the answers of tools."""
    code = error.code if isinstance(error, DomainError) else "INVALID_REQUEST"
    return MCPError(INVALID_PARAMS, f"{code}: {error.message}")
