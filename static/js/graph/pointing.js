// Mouse, pen and fingers: drag the plane or a node, zoom, point, choose.

const STILL = 4; // pixels that a click may wander

function placeOf(event) {
  return [event.offsetX, event.offsetY];
}

/** Listen on the canvas. ``stage`` has view, state, repaint, point and select. */
export function setUpPointing(canvas, stage) {
  const { view, state } = stage;
  const fingers = new Map();
  let drag = null;

  const under = (x, y) => state.at(...view.toPlane(x, y), view.scale);

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    view.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), ...placeOf(event));
    stage.repaint();
  }, { passive: false });

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    canvas.setPointerCapture(event.pointerId);
    const [x, y] = placeOf(event);
    fingers.set(event.pointerId, [x, y]);
    drag = { x, y, node: under(x, y), isMoved: false, isPinch: fingers.size > 1 };
  });

  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = placeOf(event);
    if (fingers.size > 1) {
      pinch(event.pointerId, x, y);
      return;
    }
    if (!drag) {
      stage.point(under(x, y), x, y);
      return;
    }
    if (!drag.isMoved && Math.hypot(x - drag.x, y - drag.y) < STILL) return;
    drag.isMoved = true;
    canvas.classList.add("is-dragging");
    if (drag.node) moveNode(drag.node, x, y);
    else view.moveBy(x - drag.x, y - drag.y);
    [drag.x, drag.y] = [x, y];
    stage.repaint();
  });

  const end = (event) => {
    fingers.delete(event.pointerId);
    canvas.classList.remove("is-dragging");
    if (drag && !drag.isMoved && !drag.isPinch && event.type === "pointerup") stage.select(drag.node);
    if (!fingers.size) drag = null;
  };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("pointerleave", () => stage.point(null));

  function moveNode(node, x, y) {
    node.isHeld = true;
    [node.x, node.y] = view.toPlane(x, y);
  }

  function pinch(id, x, y) {
    const [other] = [...fingers].filter(([key]) => key !== id).map(([, place]) => place);
    const before = fingers.get(id);
    const spread = (place) => Math.hypot(place[0] - other[0], place[1] - other[1]) || 1;
    view.zoom(spread([x, y]) / spread(before), (x + other[0]) / 2, (y + other[1]) / 2);
    fingers.set(id, [x, y]);
    stage.repaint();
  }
}
