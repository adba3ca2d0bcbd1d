"""The tools of the MCP server."""

from tests.architecture.door import WORD, tool

MCP = {
    "mcp:collections": tool({}, {"search": WORD}),
    "mcp:retrieve": tool({"query": WORD}, {"query": WORD, "mode": "symbols"}),
    "mcp:collection_search": tool(
        *({"collection": place, "query": WORD} for place in ("{name}", "{mark}", "{collection}"))
    ),
    "mcp:outline": tool({"mark": "{mark}"}, {"mark": "{mark}/{key}"}),
    "mcp:collection_document": tool({"mark": "{mark}/{key}"}, {"mark": "{mark}/{key}#top"}),
    "mcp:read_chunk": tool({"id": "{chunk}"}, {"id": "chunk:{chunk}"}),
}
