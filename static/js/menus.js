/** Menus are <details>; they close by Escape, a click elsewhere, and when another one opens. */
export function setUpMenus() {
  const open = () => [...document.querySelectorAll("details[data-menu][open]")];
  document.addEventListener("click", (event) => {
    for (const menu of open()) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of open()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}

/** A link that names a dialog opens it; without JavaScript the same form is a page. */
export function setUpDialogs() {
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-dialog]");
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey);
    if (opener && isPlain) {
      event.preventDefault();
      const dialog = document.getElementById(opener.dataset.dialog);
      dialog.showModal();
      dialog.querySelector("input:not([type=hidden])").focus();
    }
    event.target.closest("[data-close]")?.closest("dialog").close();
  });
}
