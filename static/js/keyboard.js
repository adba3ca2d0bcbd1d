// "/" goes to the search field; arrow keys walk through the results; Enter opens as any link does.

import { isTyping } from "./typing.js";

const isShown = (element) => element.getClientRects().length > 0;

const searchField = () => [...document.querySelectorAll("[data-search]")].find(isShown);

const results = () => [...document.querySelectorAll("[data-result] a")].filter(isShown);

function goToSearch(event) {
  const field = searchField();
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}

function walk(event, step) {
  const links = results();
  const field = searchField();
  const place = links.indexOf(document.activeElement);
  if (!links.length || (place < 0 && document.activeElement !== field)) return;
  event.preventDefault();
  const next = place + step;
  if (next < 0) field.focus();
  else links[Math.min(next, links.length - 1)].focus();
}

/** Listen on the whole page, so that swapped-in results take part. */
export function setUpKeyboard() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "/" && !isTyping(event.target)) goToSearch(event);
    else if (event.key === "ArrowDown") walk(event, 1);
    else if (event.key === "ArrowUp") walk(event, -1);
    else if (event.key === "Escape" && event.target.closest("[data-result]")) goToSearch(event);
  });
}
