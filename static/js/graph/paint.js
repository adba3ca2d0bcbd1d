// Draws the graph. Colours come from the legend and the style sheet, so both themes are one code.

import { placeLabels } from "./labels.js";

const DIM = 0.28;
const KINDS = ["contains", "co_located", "mention", "link"];

function colourOf(selector, fallback) {
  const place = document.querySelector(selector);
  return place ? getComputedStyle(place).color : fallback;
}

/** The colours of the theme as it is now. */
export function readColours(canvas) {
  const { color: ink, backgroundColor } = getComputedStyle(canvas.closest(".graph-stage"));
  const quiet = colourOf(".graph-head .quiet", ink);
  const colours = { ink, quiet, paper: backgroundColor, ring: colourOf(".ring", ink), fonts: "" };
  for (const kind of ["folder", "document", "section", "symbol"]) {
    colours[kind] = colourOf(`.swatch-${kind}`, ink);
  }
  for (const kind of KINDS) {
    colours[`edge-${kind}`] = colourOf(`.line-${kind}`, quiet);
  }
  colours.fonts = getComputedStyle(document.body).fontFamily;
  return colours;
}

function trace(context, node, x, y, radius) {
  context.beginPath();
  if (node.kind === "folder") context.roundRect(x - radius, y - radius, 2 * radius, 2 * radius, 3);
  else if (node.kind === "symbol") {
    context.moveTo(x, y - radius * 1.2);
    context.lineTo(x + radius * 1.2, y);
    context.lineTo(x, y + radius * 1.2);
    context.lineTo(x - radius * 1.2, y);
    context.closePath();
  } else context.arc(x, y, radius, 0, 2 * Math.PI);
}

function circle(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}

// One style for each way into the pack: solid, dashed, double, square.
function drawRing(context, node, x, y, radius) {
  const gap = node.kind === "section" ? 2 : 4;
  context.lineWidth = node.reason === "seed" && node.kind !== "section" ? 3 : 1.7;
  context.setLineDash(node.reason === "neighbour" ? [5, 4] : []);
  if (node.reason === "code") {
    const side = radius + gap + 1;
    context.strokeRect(x - side, y - side, 2 * side, 2 * side);
  } else circle(context, x, y, radius + gap);
  if (node.reason === "link") circle(context, x, y, radius + 2 * gap);
  context.setLineDash([]);
}

export class Painter {
  constructor(canvas, view, state) {
    Object.assign(this, { canvas, view, state, context: canvas.getContext("2d") });
    this.refresh();
  }

  /** Take up size and colours again. */
  refresh() {
    const ratio = devicePixelRatio || 1;
    this.canvas.width = Math.round(this.canvas.clientWidth * ratio);
    this.canvas.height = Math.round(this.canvas.clientHeight * ratio);
    this.ratio = ratio;
    this.colours = readColours(this.canvas);
  }

  /** Draw all of it; names only when it stands still. */
  paint(isMoving = false) {
    const { context, ratio, canvas } = this;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    for (const isLit of [false, true]) for (const kind of KINDS) this.drawEdges(kind, isLit);
    const nodes = this.state.nodes.filter((node) => this.state.isShown(node));
    const weights = new Map(nodes.map((node) => [node, this.state.weight(node)]));
    nodes.sort((one, other) => weights.get(one) - weights.get(other));
    for (const node of nodes) this.drawNode(node);
    if (!isMoving) placeLabels(this, nodes.reverse());
    context.globalAlpha = 1;
  }

  /** How large a node is on the screen. */
  radiusOf(node) {
    return Math.max(1.5, node.radius * Math.min(1.6, Math.sqrt(this.view.scale)));
  }

  // All edges of one kind are one path, which costs far less than a path for each.
  drawEdges(kind, isLit) {
    const { context, state } = this;
    const edges = state.edges.filter(
      (edge) => edge.kind === kind && state.isEdgeShown(edge) && state.isEdgeLit(edge) === isLit,
    );
    if (!edges.length) return;
    context.globalAlpha = isLit ? 0.95 : state.isAnyLit ? 0.12 : kind === "link" ? 0.5 : 0.4;
    context.strokeStyle = this.colours[`edge-${kind}`];
    context.lineWidth = isLit ? 1.6 : kind === "contains" ? 1.2 : 0.8;
    context.setLineDash(kind === "mention" ? [2, 3] : []);
    context.beginPath();
    for (const { source, target } of edges) {
      const [x, y] = this.view.toScreen(source);
      const [u, v] = this.view.toScreen(target);
      context.moveTo(x, y);
      context.lineTo(u, v);
      if (kind === "link") this.addHead(x, y, u, v, this.radiusOf(target) + 1);
    }
    context.stroke();
    context.setLineDash([]);
  }

  // The head of an arrow at the target's rim.
  addHead(x, y, u, v, rim) {
    const angle = Math.atan2(v - y, u - x);
    if (Math.hypot(u - x, v - y) < rim + 10) return;
    const [tipX, tipY] = [u - Math.cos(angle) * rim, v - Math.sin(angle) * rim];
    for (const turn of [angle + 2.7, angle - 2.7]) {
      this.context.moveTo(tipX, tipY);
      this.context.lineTo(tipX + Math.cos(turn) * 5, tipY + Math.sin(turn) * 5);
    }
  }

  drawNode(node) {
    const { context, state, colours } = this;
    const [x, y] = this.view.toScreen(node);
    const radius = this.radiusOf(node);
    context.globalAlpha = state.isAnyLit && !state.isLit(node) ? DIM : 1;
    trace(context, node, x, y, radius);
    context.fillStyle = node.kind === "folder" ? colours.paper : colours[node.kind];
    context.fill();
    context.lineWidth = node.kind === "folder" ? 2 : 1;
    context.strokeStyle = node.kind === "folder" ? colours.folder : colours.paper;
    context.stroke();
    context.strokeStyle = colours.ring;
    if (node.reason) drawRing(context, node, x, y, radius);
    context.lineWidth = 2;
    context.strokeStyle = colours.ink;
    if (node !== state.selected && node !== state.pointed) return;
    circle(context, x, y, radius + (node.reason ? 12 : 4));
  }
}
