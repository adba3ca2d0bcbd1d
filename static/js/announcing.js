// One polite line in the corner, for readers and screen readers alike.

let timer;

/** Show a sentence for a few seconds. */
export function announce(sentence) {
  const place = document.getElementById("announcer");
  if (!place) return;
  place.textContent = sentence;
  clearTimeout(timer);
  timer = setTimeout(() => (place.textContent = ""), 6000);
}
