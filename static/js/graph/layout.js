// Where the nodes stand. First every folder holds its documents like a sunflower its seeds, then
// forces pull linked ones together and push the rest apart. No chance in it: the same graph stands
// the same way each time.

import { isBranch } from "./data.js";

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const STEPS = 240;
const REACH = 90; // beyond that nodes do not push each other
const PUSH = 26;
const PUSH_OF_FEW = 9000; // shared out among all nodes, so that a small graph spreads
const GAP = 5;
const REST = { link: 150, mention: 55 };
const PULL = { link: 0.03, mention: 0.12, contains: 0.5, co_located: 0.5 };

// Gives every node below its place around the node, and returns the radius of the whole disc.
function plant(node, children) {
  const below = (children.get(node) ?? []).map((child) => [child, plant(child, children)]);
  below.sort(([one, a], [other, b]) => a - b || one.number - other.number);
  let area = (node.radius + GAP) ** 2;
  below.forEach(([child, reach], index) => {
    const distance = Math.sqrt(area) + reach;
    child.dx = Math.cos(index * GOLDEN_ANGLE) * distance;
    child.dy = Math.sin(index * GOLDEN_ANGLE) * distance;
    area += reach ** 2 * 1.4;
  });
  return below.length ? Math.sqrt(area) : node.radius + GAP;
}

function settle(node, x, y, children) {
  node.x = x;
  node.y = y;
  for (const child of children.get(node) ?? []) settle(child, x + child.dx, y + child.dy, children);
}

// Code stands outside, beyond the documents that name it.
function placeCode(nodes) {
  nodes.filter((node) => node.kind === "symbol").forEach((node, index) => {
    const naming = node.near;
    const mean = (axis) => naming.reduce((sum, one) => sum + one[axis], 0) / (naming.length || 1);
    const angle = index * GOLDEN_ANGLE;
    node.x = mean("x") + Math.cos(angle) * (20 + (index % 7) * 6);
    node.y = mean("y") + Math.sin(angle) * (20 + (index % 7) * 6);
  });
}

export class Layout {
  constructor({ nodes, edges }) {
    this.nodes = nodes;
    this.edges = edges;
    this.done = 0;
    this.force = PUSH + PUSH_OF_FEW / (nodes.length + 60);
    const children = new Map();
    for (const edge of edges.filter(isBranch)) {
      children.set(edge.source, [...(children.get(edge.source) ?? []), edge.target]);
    }
    if (nodes.length) plant(nodes[0], children);
    if (nodes.length) settle(nodes[0], 0, 0, children);
    placeCode(nodes);
    for (const node of nodes) node.vx = node.vy = 0;
    for (const edge of edges) {
      const { source, target } = edge;
      edge.rest = REST[edge.kind] ?? Math.hypot(target.x - source.x, target.y - source.y);
      edge.share = 1 / Math.min(source.near.length, target.near.length);
    }
  }

  get isSettled() {
    return this.done >= STEPS;
  }

  /** Move all nodes a little, less from step to step. */
  step() {
    const heat = (1 - this.done / STEPS) ** 1.5;
    this.done += 1;
    for (const edge of this.edges) pull(edge, heat);
    for (const [one, other] of this.pairs()) push(one, other, this.force * heat);
    for (const node of this.nodes) {
      node.vx *= 0.6;
      node.vy *= 0.6;
      if (node.isHeld) continue;
      node.x += node.vx;
      node.y += node.vy;
    }
  }

  // Pairs that are near each other, found by the cells of a grid.
  *pairs() {
    const cells = new Map();
    for (const node of this.nodes) {
      const column = Math.floor(node.x / REACH);
      const row = Math.floor(node.y / REACH);
      for (let i = column - 1; i <= column + 1; i += 1) {
        for (let j = row - 1; j <= row + 1; j += 1) {
          for (const other of cells.get(i * 100003 + j) ?? []) yield [node, other];
        }
      }
      const key = column * 100003 + row;
      if (cells.has(key)) cells.get(key).push(node);
      else cells.set(key, [node]);
    }
  }
}

function pull(edge, heat) {
  const { source, target, kind } = edge;
  const dx = target.x - source.x;
  const dy = target.y - source.y;
  const distance = Math.hypot(dx, dy) || 1;
  const share = isBranch(edge) ? 1 : edge.share;
  const force = ((distance - edge.rest) / distance) * PULL[kind] * share * heat;
  const weight = source.near.length / (source.near.length + target.near.length);
  target.vx -= dx * force * weight;
  target.vy -= dy * force * weight;
  source.vx += dx * force * (1 - weight);
  source.vy += dy * force * (1 - weight);
}

function push(one, other, strength) {
  let dx = one.x - other.x;
  let dy = one.y - other.y;
  if (!dx && !dy) dx = dy = (one.number % 2 ? 1 : -1) * 0.5;
  const distance = Math.hypot(dx, dy);
  if (distance > REACH) return;
  const overlap = Math.max(0, one.radius + other.radius + GAP - distance);
  const force = strength / Math.max(distance, 4) ** 2 + (overlap * 0.35) / distance;
  one.vx += dx * force;
  one.vy += dy * force;
  other.vx -= dx * force;
  other.vy -= dy * force;
}
