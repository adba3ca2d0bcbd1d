import { announce } from "./announcing.js";

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    announce("The browser did not allow copying. Select the text and copy it yourself.");
    return;
  }
  announce("Copied.");
  button.classList.add("is-copied");
}

async function copyFrom(address, button) {
  const response = await fetch(address);
  if (response.ok) await copy(await response.text(), button);
  else announce("The text could not be fetched. Reload the page and try again.");
}

/** Buttons that copy need JavaScript, so they are shown by it. */
export function setUpCopying() {
  for (const button of document.querySelectorAll("[data-copy], [data-copy-url]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const { copy: place, copyUrl } = button.dataset;
      if (copyUrl) copyFrom(copyUrl, button);
      else copy(document.querySelector(place).textContent, button);
    });
  }
  for (const block of document.querySelectorAll(".prose .code-block")) addCopyButton(block);
}

function addCopyButton(block) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button small code-copy";
  button.textContent = "Copy";
  button.addEventListener("click", () => copy(block.querySelector("code").textContent, button));
  block.append(button);
}
