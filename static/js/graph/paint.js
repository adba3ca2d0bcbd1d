// Draws the graph. Colours come from the legend and the style sheet, so both themes are one code.

import { placeLabels } from "./labels.js";

const DIM = 0.2;

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
  for (const kind of ["contains", "co_located", "link", "mention"]) {
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

  paint() {
    const { context, ratio, canvas } = this;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    for (const edge of this.state.edges) this.drawEdge(edge);
    const nodes = this.state.nodes.filter((node) => this.state.isShown(node));
    nodes.sort((one, other) => this.state.weight(one) - this.state.weight(other));
    for (const node of nodes) this.drawNode(node);
    placeLabels(this, nodes.reverse());
    context.globalAlpha = 1;
  }

  /** How large a node is on the screen. */
  radiusOf(node) {
    return Math.max(1.5, node.radius * Math.min(1.6, Math.sqrt(this.view.scale)));
  }

  drawEdge(edge) {
    const { context, state } = this;
    if (!state.isEdgeShown(edge)) return;
    const isLit = state.isEdgeLit(edge);
    const [x, y] = this.view.toScreen(edge.source);
    const [u, v] = this.view.toScreen(edge.target);
    context.globalAlpha = isLit ? 0.95 : state.isAnyLit ? 0.1 : edge.kind === "link" ? 0.5 : 0.4;
    context.strokeStyle = this.colours[`edge-${edge.kind}`];
    context.lineWidth = isLit ? 1.6 : edge.kind === "contains" ? 1.2 : 0.8;
    context.setLineDash(edge.kind === "mention" ? [2, 3] : []);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(u, v);
    context.stroke();
    context.setLineDash([]);
    if (edge.kind === "link") this.drawHead(x, y, u, v, this.radiusOf(edge.target) + 1);
  }

  // The head of an arrow at the target's rim.
  drawHead(x, y, u, v, rim) {
    const angle = Math.atan2(v - y, u - x);
    if (Math.hypot(u - x, v - y) < rim + 10) return;
    const [tipX, tipY] = [u - Math.cos(angle) * rim, v - Math.sin(angle) * rim];
    this.context.beginPath();
    for (const turn of [2.7, 0, -2.7]) {
      const reach = turn ? 5 : 0;
      const way = angle + turn;
      this.context.lineTo(tipX + Math.cos(way) * reach, tipY + Math.sin(way) * reach);
    }
    this.context.stroke();
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
