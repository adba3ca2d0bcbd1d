import { readLine } from "./markdown-parts.js";

// A layer of coloured text beneath the field of the source. The field keeps the text, the caret and
// everything that is typed; the layer only shows the same letters at the same places.

const LONGEST = 200_000;
const OTHER_FORMAT = /\.(?!(?:md|markdown|mdx)$)\w+$/i;

function rowOf(parts) {
  const row = document.createElement("div");
  for (const [kind, text] of parts) {
    if (!text) continue;
    if (!kind) {
      row.append(text);
      continue;
    }
    const part = document.createElement("span");
    part.className = `source-${kind}`;
    part.textContent = text;
    row.append(part);
  }
  row.append("\n");
  return row;
}

class Layer {
  constructor(pane) {
    this.pane = pane;
    this.clear();
  }

  clear() {
    [this.lines, this.opens, this.rows] = [[], ["start"], []];
    this.pane.replaceChildren();
  }

  // Lines that are the same at the beginning and at the end keep their rows, unless something that
  // is open before them, such as a fence, has changed.
  show(text) {
    const lines = text.split("\n");
    const shorter = Math.min(lines.length, this.lines.length);
    let same = 0;
    while (same < shorter && lines[same] === this.lines[same]) same += 1;
    let tail = 0;
    while (tail < shorter - same && lines.at(-1 - tail) === this.lines.at(-1 - tail)) tail += 1;
    if (same === lines.length && same === this.lines.length) return;
    this.replace(lines, same, this.lines.length - tail, lines.length - tail);
  }

  replace(lines, first, oldEnd, newEnd) {
    const [rows, opens] = [[], []];
    let open = this.opens[first];
    let at = first;
    const moved = oldEnd - newEnd;
    // Beyond the changed lines on, until what is open is again what it was.
    while (at < newEnd || (at < lines.length && this.opens[at + moved] !== open)) {
      const [parts, next] = readLine(lines[at], open);
      rows.push(rowOf(parts));
      opens.push((open = next));
      at += 1;
    }
    const end = at + moved;
    this.rows.slice(first, end).forEach((row) => row.remove());
    const following = this.rows[end] ?? null;
    const added = document.createDocumentFragment();
    added.append(...rows);
    this.pane.insertBefore(added, following);
    this.rows = [...this.rows.slice(0, first), ...rows, ...this.rows.slice(end)];
    this.opens = [...this.opens.slice(0, first + 1), ...opens, ...this.opens.slice(end + 1)];
    this.lines = lines;
  }
}

/** Colours the source of Markdown as it is typed; texts that are very long stay plain. */
export function setUpColours(form, field) {
  const pane = document.createElement("pre");
  pane.className = "source-layer";
  pane.dir = "auto";
  pane.ariaHidden = "true";
  field.before(pane);
  const layer = new Layer(pane);
  const follow = () => [pane.scrollTop, pane.scrollLeft] = [field.scrollTop, field.scrollLeft];
  const refresh = () => {
    const isOther = OTHER_FORMAT.test(form.elements.source_key.value.trim());
    const isShown = field.value.length <= LONGEST && !isOther;
    form.classList.toggle("is-coloured", isShown);
    if (isShown) layer.show(field.value);
    else if (layer.rows.length) layer.clear();
    follow();
  };
  form.addEventListener("input", refresh);
  field.addEventListener("scroll", follow, { passive: true });
  // The browser may put back what was typed before the page was left.
  addEventListener("pageshow", refresh);
  new ResizeObserver(follow).observe(field);
  refresh();
}
