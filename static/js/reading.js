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
    link?.scrollIntoView({ block: "nearest" });
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
