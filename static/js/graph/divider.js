// The border between picture and panel: dragged, moved by arrow keys, doubled by Enter.

const KEY = "graph-panel";
const STEPS = { ArrowLeft: 4, ArrowRight: -4 };
const [LEAST, USUAL, WIDE, MOST] = [20, 36, 72, 85];

/** Let people choose how wide the panel is; the browser remembers it. */
export function setUpDivider() {
  const divider = document.querySelector("[data-divider]");
  const room = divider.parentElement;
  let share = USUAL;

  const set = (wanted) => {
    share = Math.min(MOST, Math.max(LEAST, wanted));
    room.style.setProperty("--panel", `${share}vw`);
    divider.setAttribute("aria-valuenow", String(Math.round(share)));
  };
  const keep = () => localStorage.setItem(KEY, String(Math.round(share)));
  const turn = () => set(share < WIDE ? WIDE : USUAL);

  set(Number(localStorage.getItem(KEY)) || USUAL);
  divider.addEventListener("pointerdown", (event) => {
    divider.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  divider.addEventListener("pointermove", (event) => {
    if (divider.hasPointerCapture(event.pointerId)) set(100 - (event.clientX / innerWidth) * 100);
  });
  divider.addEventListener("pointerup", keep);
  divider.addEventListener("dblclick", () => (turn(), keep()));
  divider.addEventListener("keydown", (event) => {
    if (event.key in STEPS) set(share + STEPS[event.key]);
    else if (event.key === "Enter") turn();
    else return;
    event.preventDefault();
    keep();
  });
}
