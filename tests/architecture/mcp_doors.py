"""The tools of the MCP server."""

from dataclasses import replace

from tests.architecture.door import WORD, Door, resource, tool

MCP = {
    "mcp:collections": tool({}, {"search": WORD}),
    "mcp:retrieve": tool({"query": WORD}, {"query": WORD, "mode": "symbols"}),
    "mcp:collection_search": tool(
        *({"collection": place, "query": WORD} for place in ("{name}", "{mark}", "{collection}"))
    ),
    "mcp:route": tool({"query": WORD}),
    "mcp:gain": tool({"period": "all"}, {"period": "session"}),
    "mcp:context": tool({"task": WORD}, {"task": WORD, "sources": ["{mark}"]}),
    "mcp:outline": tool(
        *({"mark": place} for place in ("{mark}", "{mark}/{key}", "repo:{slug}")),
        {"mark": "repo:{slug}/{path}"},
    ),
    "mcp:repositories": tool({}, {"search": WORD}),
    "mcp:repository_readme": Door(
        tool({"repository": "{slug}"}, {"repository": "repo:{slug}"}).calls, shows=False
    ),
    "mcp:docs_toc": tool(
        {"repository": "{slug}"},
        {"repository": "repo:{slug}", "file": "{path}", "tree": True},
    ),
    # What is planted is in no index of words.
    "mcp:docs_search": Door(
        tool(
            {"repository": "{slug}", "query": WORD},
            {"repository": "{slug}", "query": WORD, "file": "{path}"},
        ).calls,
        shows=False,
    ),
    "mcp:docs_section": tool(
        {"id": "{path}::a#1"},
        {"id": "{path}::a#1", "repository": "{slug}", "context": True},
        {"id": "repo:{slug}/{path}"},
    ),
    "mcp:docs_refs": tool(
        {"section_id": "{path}::a#1"},
        {"symbol": "{symbol}", "repository": "{slug}"},
        {"symbol": "symbol:{slug}/{symbol}"},
    ),
    "mcp:search_symbols": tool({"repository": "{slug}", "query": WORD}),
    "mcp:read_file_range": Door(
        tool({"repository": "{slug}", "path": "{path}"}).calls, shows=False
    ),
    "mcp:collection_document": tool({"mark": "{mark}/{key}"}, {"mark": "{mark}/{key}#top"}),
    "mcp:read_chunk": tool({"id": "{chunk}"}, {"id": "chunk:{chunk}"}),
    # The operator's text, for every caller.
    "mcp:pressmark://briefing": replace(resource("pressmark://briefing"), shows=False),
    "mcp:pressmark://my-context": resource("pressmark://my-context"),
    "mcp:pressmark://repo/{host}/{owner}/{name}/tree": resource("pressmark://repo/{slug}/tree"),
}
