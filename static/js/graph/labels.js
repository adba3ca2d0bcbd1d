// Names beside the nodes: the important ones first, none over another.

const LINE = 16;
const WORDS = { seed: "seed", neighbour: "neighbour", link: "link", code: "code" };
// From which zoom on the kinds have their names.
const FROM = { folder: 0.35, document: 1.15, section: 1.9, symbol: 1.3 };
const LONGEST = 34;
// Folders that hold so much have their names at any zoom.
const CROWD = 12;

function textOf(node) {
  const label = node.label.length > LONGEST ? `${node.label.slice(0, LONGEST - 1)}…` : node.label;
  return node.reason ? `${node.order} ${label} · ${WORDS[node.reason]}` : label;
}

function isNamed(painter, node) {
  const { state, view } = painter;
  if (node === state.selected || node === state.pointed) return true;
  // The first heading of a document mostly is its title.
  if (node.home?.label === node.label) return false;
  if (state.isAnyLit) return state.isLit(node) && (node.kind !== "section" || view.scale > 1);
  if (node.kind === "folder" && node.near.length > CROWD) return true;
  return view.scale >= FROM[node.kind] || (node.kind === "document" && state.hasFewDocuments);
}

// Not over another name, and not cut off by the card or the edge.
function isFree(taken, box, [left, right]) {
  if (box.x < left || box.x + box.w > right) return false;
  return taken.every(
    (one) => box.x > one.x + one.w || one.x > box.x + box.w || box.y > one.y + LINE || one.y > box.y + LINE,
  );
}

/** Write the names of those nodes that have room; the first ones come first. */
export function placeLabels(painter, nodes) {
  const { context, view, colours, canvas } = painter;
  const taken = [];
  const bounds = [view.covered + 4, canvas.clientWidth - 4];
  context.textBaseline = "middle";
  context.lineJoin = "round";
  for (const node of nodes) {
    if (!isNamed(painter, node)) continue;
    const [x, y] = view.toScreen(node);
    if (x < -40 || y < -10 || x > canvas.clientWidth + 40 || y > canvas.clientHeight + 10) continue;
    context.font = `${node.reason || node.kind === "folder" ? 600 : 400} 12px ${colours.fonts}`;
    const text = textOf(node);
    const width = context.measureText(text).width;
    const reach = painter.radiusOf(node) + (node.reason ? 11 : 5);
    const spots = [
      { x: x + reach, y: y - LINE / 2 }, { x: x - reach - width, y: y - LINE / 2 },
      { x: x - width / 2, y: y + reach }, { x: x - width / 2, y: y - reach - LINE },
    ];
    const isPointed = node === painter.state.selected || node === painter.state.pointed;
    const free = spots.find((one) => isFree(taken, { ...one, w: width }, bounds));
    const spot = free ?? (isPointed && spots[0]);
    if (!spot) continue;
    taken.push({ ...spot, w: width });
    context.globalAlpha = 1;
    context.lineWidth = 4;
    context.strokeStyle = colours.paper;
    context.strokeText(text, spot.x, spot.y + LINE / 2);
    context.fillStyle = node.kind === "section" ? colours.quiet : colours.ink;
    context.fillText(text, spot.x, spot.y + LINE / 2);
  }
}
