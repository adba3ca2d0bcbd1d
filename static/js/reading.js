// scrollIntoView would move the page as well, against the reader.
function keepInView(outline, link) {
  const [box, line] = [outline.getBoundingClientRect(), link.getBoundingClientRect()];
  if (line.top < box.top) outline.scrollTop -= box.top - line.top;
  else if (line.bottom > box.bottom) outline.scrollTop += line.bottom - box.bottom;
}

/** The table of contents follows the scroll: the last heading above the fold is current. */
export function setUpReading() {
  const outline = document.querySelector("[data-outline]");
  if (!outline) return;
  const links = [...outline.querySelectorAll("a")];
  const places = links
    .map((link) => [link, document.getElementById(decodeURIComponent(link.hash.slice(1)))])
    .filter(([, heading]) => heading);
  let current;
  let isWaiting = false;

  const follow = () => {
    isWaiting = false;
    const fold = Math.max(innerHeight * 0.25, 120);
    const above = places.filter(([, heading]) => heading.getBoundingClientRect().top < fold);
    // The last sections may be too short to be scrolled up to the fold.
    const isEnd = scrollY > 0 && scrollY + innerHeight >= document.body.scrollHeight - 2;
    const link = (isEnd ? places.at(-1) : (above.at(-1) ?? places[0]))?.[0];
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    if (link) keepInView(outline, link);
    current = link;
  };
  const ask = () => {
    if (!isWaiting) requestAnimationFrame(follow);
    isWaiting = true;
  };
  addEventListener("scroll", ask, { passive: true });
  addEventListener("resize", ask, { passive: true });
  ask();
}
