const YEAR = 365 * 24 * 3600;

/** Switch at once and remember; the form does the same by a round trip. */
export function setUpThemeSwitch() {
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-theme-switch]")) return;
    event.preventDefault();
    const theme = event.submitter.value;
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `theme=${theme}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
    document.documentElement.dataset.theme = theme;
    const other = theme === "dark" ? "light" : "dark";
    event.target.querySelector(`[value=${other}]`).focus();
  });
}
