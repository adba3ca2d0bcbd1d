import { announce } from "./announcing.js";
import { isTyping } from "./typing.js";

/** A heading's link copies the mark of its section on its way there. */
function setUpMarks() {
  document.addEventListener("click", async (event) => {
    const place = event.target.closest("[data-mark], [data-copy-mark]");
    if (!place) return;
    const mark = place.dataset.mark ?? place.dataset.copyMark;
    try {
      await navigator.clipboard.writeText(mark);
      announce(`Copied ${mark}`);
    } catch {
      announce(`The browser did not allow copying: ${mark}`);
    }
  });
  for (const button of document.querySelectorAll("[data-copy-mark]")) button.hidden = false;
}

/** "[" and "]" turn the pages. */
function setUpTurning() {
  const keys = { "[": "[data-before]", "]": "[data-after]" };
  document.addEventListener("keydown", (event) => {
    const wanted = keys[event.key];
    // On many keyboards these two are typed with AltGr, which some systems tell as Ctrl.
    const isCommand = (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph");
    if (!wanted || isCommand || event.isComposing || isTyping(event.target)) return;
    document.querySelector(wanted)?.click();
  });
}

/** The current page of a long tree is in view, and Escape closes the drawer. */
function setUpTree() {
  const tree = document.getElementById("page_tree");
  if (!tree) return;
  const current = tree.querySelector("[aria-current=page]");
  const rows = tree.querySelector("[data-tree]");
  if (current) {
    const [box, line] = [rows.getBoundingClientRect(), current.getBoundingClientRect()];
    rows.scrollTop += line.top - box.top - box.height / 2;
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && location.hash === "#page_tree") location.hash = "#main";
  });
}

/** Where a sync is watched, its end shows what it brought. */
function setUpWatching() {
  if (!document.querySelector("[data-reload-when-done]")) return;
  document.addEventListener("pressmark:uploaded", () => location.reload());
}

export function setUpRepositoryReading() {
  setUpWatching();
  setUpMarks();
  setUpTurning();
  setUpTree();
}
