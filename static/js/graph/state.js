// What is shown, pointed at, selected, found. What is lit stands out; the rest is dimmed.

const RANK = { section: 0, document: 1, symbol: 2, folder: 3 };

// A document's sections hang on it, and so do the ends of its edges.
function hangsOn(node, other) {
  return Boolean(other) && (node === other || node.home === other || other.near.includes(node));
}

export class State {
  constructor({ nodes, edges, focus }) {
    Object.assign(this, { nodes, edges, focus, selected: focus, pointed: null, found: null });
    this.hiddenNodes = new Set();
    this.hiddenEdges = new Set();
    this.hasFewDocuments = nodes.filter((node) => node.kind === "document").length < 40;
    this.hasPack = nodes.some((node) => node.reason);
    this.hasScene = true;
  }

  isShown(node) {
    return !this.hiddenNodes.has(node.kind);
  }

  isEdgeShown({ source, target, kind }) {
    return !this.hiddenEdges.has(kind) && this.isShown(source) && this.isShown(target);
  }

  get isAnyLit() {
    return Boolean(this.hasPack || this.selected || this.found);
  }

  isLit(node) {
    if (this.found) return this.found.has(node.number);
    return Boolean(node.reason) || hangsOn(node, this.selected);
  }

  isEdgeLit({ source, target }) {
    if (this.found) return false;
    const { selected } = this;
    if (selected) return [source, target, target.home].includes(selected);
    return Boolean(source.reason && target.reason);
  }

  /** What the page is about: what a pack took, the opened node with what hangs on it, or all.
   * Beside the lit ones there is room for their names. */
  get scene() {
    const shown = this.nodes.filter((node) => this.isShown(node));
    const isMeant = (node) => (this.hasPack ? node.reason : hangsOn(node, this.focus));
    const scene = this.hasScene ? shown.filter(isMeant) : [];
    return scene.length ? { nodes: scene, most: 1.4, side: 100 } : { nodes: shown, most: 2 };
  }

  /** What is drawn last and named first weighs most. */
  weight(node) {
    if (node === this.pointed || node === this.selected) return 1000;
    if (node.reason) return 500 - node.order + (node.kind === "section" ? -200 : 0);
    return (this.isAnyLit && this.isLit(node) ? 100 : 0) + RANK[node.kind] * 10 + node.radius / 10;
  }

  /** The node under a point of the plane; small ones have some rim. */
  at(x, y, scale) {
    let best = null;
    let nearest = Infinity;
    for (const node of this.nodes) {
      if (!this.isShown(node)) continue;
      const distance = Math.hypot(node.x - x, node.y - y) - node.radius;
      if (distance < nearest && distance < 8 / scale) [best, nearest] = [node, distance];
    }
    return best;
  }
}
