// The graph of a source: reads it from the page, places it, draws it, and listens.

import { readGraph } from "./data.js";
import { setUpDivider } from "./divider.js";
import { setUpKeys } from "./keys.js";
import { Layout } from "./layout.js";
import { Painter } from "./paint.js";
import { addressOf, setUpFinding, setUpPointingRows, showDetails } from "./panel.js";
import { setUpPointing } from "./pointing.js";
import { State } from "./state.js";
import { View } from "./view.js";

const canvas = document.querySelector("[data-graph] canvas");
const tip = document.querySelector("[data-tip]");
const graph = readGraph();
const state = new State(graph);
const view = new View(canvas, document.querySelector("[data-corner]"));
const layout = new Layout(graph);
const painter = new Painter(canvas, view, state);
const isStill = matchMedia("(prefers-reduced-motion: reduce)");
// Milliseconds of work between two pictures: large graphs, which are dear to draw, take fewer.
const FRAME = 12 + graph.nodes.length / 20;
let isAsked = false;

const stage = {
  state,
  view,

  repaint() {
    if (!isAsked) requestAnimationFrame(() => {
      isAsked = false;
      painter.paint();
    });
    isAsked = true;
  },

  /** Show all of it, and go on to when the window changes. */
  fit() {
    state.hasScene = false;
    view.fit(state.scene.nodes, state.scene);
    view.isOwn = false;
  },

  point(node, x, y) {
    const isOver = node && x !== undefined;
    canvas.classList.toggle("is-over", Boolean(isOver));
    tip.hidden = !isOver;
    if (isOver) {
      tip.textContent = node.label;
      const left = Math.min(x + 14, canvas.clientWidth - tip.offsetWidth - 8);
      tip.style.translate = `${left}px ${Math.min(y + 14, canvas.clientHeight - 40)}px`;
    }
    if (node === state.pointed) return;
    state.pointed = node;
    stage.repaint();
  },

  select(node) {
    state.selected = node;
    showDetails(node);
    if (node) view.reveal(node);
    stage.repaint();
  },

  open() {
    const address = state.selected && addressOf(state.selected);
    if (address) location.href = address;
  },
};

function move() {
  const until = performance.now() + FRAME;
  while (!layout.isSettled && performance.now() < until) layout.step();
  if (!view.isOwn) view.fit(state.scene.nodes, state.scene);
  painter.paint(!layout.isSettled);
  if (layout.isSettled) finish();
  else requestAnimationFrame(move);
}

function finish() {
  canvas.dataset.settled = "true";
  if (state.selected) stage.select(state.selected);
}

function start() {
  while (isStill.matches && !layout.isSettled) layout.step();
  move();
}

function follow() {
  painter.refresh();
  if (!view.isOwn) view.fit(state.scene.nodes, state.scene);
  stage.repaint();
}

setUpPointing(canvas, stage);
setUpKeys(canvas, stage);
setUpPointingRows(stage);
setUpFinding(stage);
setUpDivider();
if (matchMedia("(width < 900px)").matches) document.querySelector("[data-legend]").open = false;
for (const [name, hidden] of [["nodeKind", state.hiddenNodes], ["edgeKind", state.hiddenEdges]]) {
  for (const box of document.querySelectorAll("[data-legend] input")) {
    const kind = box.dataset[name];
    if (!kind) continue;
    const apply = () => (box.checked ? hidden.delete(kind) : hidden.add(kind));
    apply();
    box.addEventListener("change", () => {
      apply();
      stage.repaint();
    });
  }
}
new ResizeObserver(follow).observe(canvas);
new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", follow);
start();
