// What part of the plane is seen, and how large.

const LEAST = 0.08;
const MOST = 8;
const MARGIN = 40;

export class View {
  constructor(canvas, corner) {
    this.canvas = canvas;
    this.corner = corner;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.isOwn = false; // whether a person has moved it
  }

  toScreen(node) {
    return [node.x * this.scale + this.x, node.y * this.scale + this.y];
  }

  toPlane(x, y) {
    return [(x - this.x) / this.scale, (y - this.y) / this.scale];
  }

  moveBy(dx, dy) {
    this.isOwn = true;
    this.x += dx;
    this.y += dy;
  }

  /** Zoom so that the point of the canvas stays where it is; its middle unless told otherwise. */
  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    this.isOwn = true;
    const scale = Math.min(MOST, Math.max(LEAST, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
  }

  // The card in the corner covers a part of the canvas, unless it stands above it.
  get covered() {
    const card = this.corner.getBoundingClientRect();
    const stage = this.canvas.getBoundingClientRect();
    const isOver = card.bottom > stage.top + 1 && card.right < stage.right - 240;
    return isOver ? Math.max(0, card.right - stage.left) : 0;
  }

  /** Show these nodes beside the card, not larger than ``most``, with so much room beside them. */
  fit(nodes, { most = 2, side = MARGIN } = {}) {
    if (!nodes.length) return;
    const left = Math.min(...nodes.map((node) => node.x - node.radius));
    const right = Math.max(...nodes.map((node) => node.x + node.radius));
    const top = Math.min(...nodes.map((node) => node.y - node.radius));
    const bottom = Math.max(...nodes.map((node) => node.y + node.radius));
    const covered = this.covered;
    const width = this.canvas.clientWidth - covered;
    const height = this.canvas.clientHeight;
    const edge = Math.min(side, width / 5);
    const room = [(width - 2 * edge) / (right - left), (height - 2 * MARGIN) / (bottom - top)];
    this.scale = Math.min(most, Math.max(LEAST, Math.min(...room)));
    this.x = covered + width / 2 - ((left + right) / 2) * this.scale;
    this.y = height / 2 - ((top + bottom) / 2) * this.scale;
  }

  /** Bring a node into sight, if it is out of it. */
  reveal(node) {
    const [x, y] = this.toScreen(node);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const left = this.covered + MARGIN;
    if (x >= left && x <= width - MARGIN && y >= MARGIN && y <= height - MARGIN) return;
    this.moveBy((left + width) / 2 - x, height / 2 - y);
  }
}
