// The canvas by keyboard, and the buttons beside it.

const STEP = 60;
const MOVES = {
  ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP],
};
const ZOOMS = { "+": 1.25, "=": 1.25, "-": 0.8, "_": 0.8 };

/** The node after or before the selected one among those shown; the chosen of a pack come first. */
function nextNode(state, step) {
  const shown = state.nodes.filter((node) => state.isShown(node) && node.kind !== "folder");
  const picked = shown.filter((node) => node.reason).sort((one, other) => one.order - other.order);
  const nodes = [...picked, ...shown.filter((node) => !node.reason)];
  const place = nodes.indexOf(state.selected);
  const start = place < 0 && step < 0 ? 0 : place;
  return nodes[(start + step + nodes.length) % nodes.length] ?? null;
}

/** Listen on canvas and buttons. ``stage`` has view, state, repaint, fit, select and open. */
export function setUpKeys(canvas, stage) {
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key in MOVES) stage.view.moveBy(...MOVES[key]);
    else if (key in ZOOMS) stage.view.zoom(ZOOMS[key]);
    else if (key === "0") stage.fit();
    else if (key === "n" || key === "p") stage.select(nextNode(stage.state, key === "n" ? 1 : -1));
    else if (key === "Enter") stage.open();
    else if (key === "Escape") stage.select(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
    stage.repaint();
  });
  const deeds = { in: () => stage.view.zoom(1.4), out: () => stage.view.zoom(1 / 1.4), fit: () => stage.fit() };
  for (const button of document.querySelectorAll("[data-zoom]")) {
    button.addEventListener("click", () => {
      deeds[button.dataset.zoom]();
      stage.repaint();
    });
  }
}
