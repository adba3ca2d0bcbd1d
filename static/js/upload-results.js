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

function addEntries(section, fresh) {
  const list = section.querySelector("ul");
  const found = fresh.querySelector("ul");
  if (!found) return;
  if (!list) return section.append(found);
  list.append(...found.querySelectorAll("li:not(.is-error)"));
  const errors = list.querySelectorAll(".is-error");
  const problems = found.querySelectorAll(".is-error");
  if (errors.length) errors[errors.length - 1].after(...problems);
  else list.prepend(...problems);
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
