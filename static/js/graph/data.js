// The graph as the page carries it, made into objects that can be placed and drawn.

const RADII = { folder: 7, section: 3.5, symbol: 5 };

// Larger documents are larger, but none hides its neighbours.
function radiusOf(kind, size) {
  return RADII[kind] ?? Math.min(13, 4 + Math.sqrt(size) / 22);
}

/** Nodes with their neighbours, edges between the nodes themselves, and the node to begin at. */
export function readGraph() {
  const data = JSON.parse(document.getElementById("graph-data").textContent);
  const nodes = data.nodes.map(([kind, label, size, reason = "", order = 0], number) => ({
    number, kind, label, reason, order, radius: radiusOf(kind, size), x: 0, y: 0, near: [], above: null, home: null,
  }));
  // Parents come before what they contain.
  for (const [source, target, kind] of data.edges) {
    if (kind === "contains" && nodes[target].kind === "section") nodes[target].above = nodes[source];
  }
  for (const node of nodes.filter((one) => one.above)) node.home = node.above.home ?? node.above;
  const edges = data.edges.map(([source, target, kind]) => {
    nodes[source].near.push(nodes[target]);
    nodes[target].near.push(nodes[source]);
    return { source: nodes[source], target: nodes[target], kind };
  });
  return { nodes, edges, focus: nodes[data.focus] ?? null };
}

/** Whether an edge is one of the tree of folders, documents and sections. */
export function isBranch(edge) {
  return edge.kind === "contains" || edge.kind === "co_located";
}
