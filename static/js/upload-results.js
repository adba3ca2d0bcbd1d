// The answers to several batches of one upload, shown as one.

const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");

function addNumber(badge, fresh) {
  const number = Number(badge.dataset.number) + Number(fresh.dataset.number);
  badge.dataset.number = number;
  const noun = badge.dataset.state === "kept" ? ` ${number === 1 ? "file" : "files"}` : "";
  badge.querySelector("span").textContent = grouped(number) + noun;
}

function addTally(section, fresh) {
  for (const badge of fresh.querySelectorAll("[data-state]")) {
    const known = section.querySelector(`[data-state="${badge.dataset.state}"]`);
    if (known) addNumber(known, badge);
    else section.querySelector("h2").append(badge);
  }
}

// As many rows of each kind as the server lists; the badges count all.
const SHOWN = 200;
const KINDS = ["li.is-error", "li.is-noted", "li:not(.is-error, .is-noted, [data-more])"];

function addMore(list, number) {
  const known = list.querySelector("[data-more]");
  const line = known ?? document.createElement("li");
  line.className = "quiet";
  line.dataset.more = Number(line.dataset.more ?? 0) + number;
  line.textContent = `and ${grouped(line.dataset.more)} more`;
  list.append(line);
}

function addEntries(section, fresh) {
  const list = section.querySelector("ul");
  const found = fresh.querySelector("ul");
  if (!found) return;
  if (!list) return section.append(...fresh.querySelectorAll(".only-errors"), found);
  let left = Number(found.querySelector("[data-more]")?.dataset.more ?? 0);
  KINDS.forEach((kind, place) => {
    const rows = list.querySelectorAll(kind);
    const more = [...found.querySelectorAll(kind)];
    const added = more.slice(0, Math.max(0, SHOWN - rows.length));
    left += more.length - added.length;
    const above = [...list.querySelectorAll(KINDS.slice(0, place + 1))].pop();
    if (above) above.after(...added);
    else list.prepend(...added);
  });
  if (left || list.querySelector("[data-more]")) addMore(list, left);
}

/** Put an answer on the page, into the section of an earlier one if given; returns the section. */
export function showResults(place, html, section) {
  const answer = document.createElement("template");
  answer.innerHTML = html;
  const fresh = answer.content.querySelector("[data-received]");
  const parts = section ? answer.content.querySelectorAll("[data-job]") : [answer.content];
  if (section && fresh) {
    addTally(section, fresh);
    addEntries(section, fresh);
  }
  place.append(...parts);
  // The jobs of archives ask for news by themselves.
  place.querySelectorAll("[data-job]").forEach((job) => htmx.process(job));
  return section ?? fresh;
}
