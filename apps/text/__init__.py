"""Pure text work: parsers, chunkers, links, anchors, token counts. Nothing here imports Django."""
