import { announce } from "./announcing.js";

const NOT_REACHED = "The server did not answer. What you see may be out of date; try again.";
const REFUSED = "The server could not do that. Nothing was lost; reload the page.";

/** Say when a part of the page could not be fetched; the page itself stays as it is. */
export function setUpFailures() {
  document.addEventListener("htmx:sendError", () => announce(NOT_REACHED));
  document.addEventListener("htmx:timeout", () => announce(NOT_REACHED));
  document.addEventListener("htmx:responseError", () => announce(REFUSED));
}
