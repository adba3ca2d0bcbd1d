// The list beside the picture: it shows what is selected, points at nodes, and is searched.

const KINDS = { folder: "Folder", document: "Document", section: "Section", symbol: "Code" };

const row = (node) => document.querySelector(`[data-list] [data-node="${node.number}"]`);

/** The page of a node, or nothing for a folder. */
export function addressOf(node) {
  return row(node)?.querySelector("a[href]")?.href ?? "";
}

function linkTo(node) {
  const link = document.createElement("a");
  link.href = addressOf(node);
  link.textContent = node.label;
  return link;
}

function describe(node) {
  const listed = row(node);
  if (!listed) {
    const inside = node.near.filter((one) => one.kind === "document").length;
    const text = document.createElement("p");
    text.textContent = `Folder ${node.label}: ${inside} ${inside === 1 ? "document" : "documents"}`;
    return [text];
  }
  const copy = listed.cloneNode(true);
  copy.querySelectorAll("details").forEach((part) => (part.open = true));
  const head = document.createElement("p");
  head.className = "quiet small";
  head.textContent = KINDS[node.kind];
  if (node.home) head.append(" of ", linkTo(node.home));
  return [head, ...copy.childNodes];
}

// For those who hear the page; the picture and the panel say the same.
function sentenceOf(node) {
  const words = [node.label, KINDS[node.kind].toLowerCase()];
  if (node.reason) words.push(`${node.order} in the pack, as ${node.reason}`);
  return `${words.join(", ")}, ${node.near.length} ${node.near.length === 1 ? "edge" : "edges"}`;
}

/** Show a node at the top of the panel; none hides the place. */
export function showDetails(node) {
  document.querySelector("[data-said]").textContent = node ? sentenceOf(node) : "";
  const place = document.querySelector("[data-details]");
  place.hidden = !node;
  place.replaceChildren(...(node ? describe(node) : []));
  if (node && place.parentElement.scrollTop > 0) place.parentElement.scrollTop = 0;
}

/** Rows point at their nodes. */
export function setUpPointingRows(stage) {
  const panel = document.querySelector(".graph-panel");
  const pointAt = (event) => {
    const listed = event.target.closest?.("[data-show], [data-node]");
    const number = listed && Number(listed.dataset.show ?? listed.dataset.node);
    const node = listed ? stage.state.nodes[number] : null;
    if (node && event.type === "focusin") stage.view.reveal(node);
    stage.point(node);
  };
  for (const name of ["pointerover", "focusin"]) panel.addEventListener(name, pointAt);
  for (const name of ["pointerleave", "focusout"]) panel.addEventListener(name, () => stage.point(null));
}

/** The search box of the list; what it finds is lit in the picture. */
export function setUpFinding(stage) {
  const place = document.querySelector("[data-find]");
  const status = document.querySelector("[data-found]");
  const rows = [...document.querySelectorAll("[data-list] .node-row")];
  const texts = rows.map((listed) => listed.querySelector(".node-line").textContent.toLowerCase());
  if (!place) return;
  place.hidden = false;
  place.addEventListener("input", (event) => {
    const words = event.target.value.trim().toLowerCase();
    const found = rows.filter((listed, index) => {
      listed.hidden = !texts[index].includes(words);
      return !listed.hidden;
    });
    for (const group of document.querySelectorAll("[data-group]")) {
      group.hidden = !group.querySelector(".node-row:not([hidden])");
    }
    stage.state.found = words ? new Set(found.map((listed) => Number(listed.dataset.node))) : null;
    status.textContent = words ? `${found.length} of ${rows.length} found` : "";
    stage.repaint();
  });
}
