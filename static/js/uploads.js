import { announce } from "./announcing.js";
import { readDrop, readForm } from "./dropped-files.js";
import { showResults } from "./upload-results.js";

const BATCH_FILES = 50;
const BATCH_BYTES = 8 * 1024 * 1024;
const HIDDEN = /(^|\/)\./;

function* batches(items) {
  let batch = [];
  let bytes = 0;
  for (const item of items) {
    if (batch.length && (batch.length >= BATCH_FILES || bytes + item.file.size > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += item.file.size;
  }
  if (batch.length) yield batch;
}

function startProgress(place, total) {
  const box = document.createElement("section");
  box.className = "received";
  const head = document.createElement("header");
  const words = document.createElement("span");
  const bar = document.createElement("progress");
  bar.max = total;
  bar.setAttribute("aria-label", "Upload");
  head.append(words, bar);
  box.append(head);
  place.prepend(box);
  return {
    show(done) {
      bar.value = done;
      words.textContent = `Uploading ${done} of ${total} files`;
    },
    end: () => box.remove(),
  };
}

async function send(address, token, batch) {
  const form = new FormData();
  form.append("csrfmiddlewaretoken", token);
  // The third argument is the name on the wire, and it keeps the folders.
  for (const { file, path, field } of batch) form.append(field, file, path);
  const response = await fetch(address, {
    method: "POST",
    body: form,
    headers: { "HX-Request": "true", "HX-Current-URL": location.href },
  });
  const login = response.headers.get("HX-Redirect");
  if (login) location.assign(login);
  if (!response.ok) throw new Error(String(response.status));
  return response.text();
}

async function upload(address, token, items) {
  const wanted = items.filter(({ path }) => !HIDDEN.test(path));
  const place = document.getElementById("received");
  if (!wanted.length) return announce("There is no file in it to upload.");
  const progress = startProgress(place, wanted.length);
  let done = 0;
  let results = null;
  try {
    for (const batch of batches(wanted)) {
      progress.show(done);
      results = showResults(place, await send(address, token, batch), results);
      done += batch.length;
    }
  } catch {
    announce(`The upload stopped after ${done} of ${wanted.length} files; send the rest again.`);
  } finally {
    progress.end();
    document.dispatchEvent(new CustomEvent("pressmark:uploaded"));
  }
}

function setUpDropZone(zone) {
  const token = () => document.querySelector("[name=csrfmiddlewaretoken]").value;
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  let depth = 0;
  addEventListener("dragenter", (event) => {
    if (!holdsFiles(event)) return;
    depth += 1;
    zone.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (!holdsFiles(event)) return;
    depth = Math.max(0, depth - 1);
    zone.hidden = depth === 0;
  });
  addEventListener("dragover", (event) => {
    if (holdsFiles(event)) event.preventDefault();
  });
  addEventListener("drop", async (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    depth = 0;
    zone.hidden = true;
    upload(zone.dataset.drop, token(), await readDrop(event.dataTransfer));
  });
}

/** Uploads in batches with progress; results stay on the page until they are dismissed. */
export function setUpUploads() {
  const zone = document.querySelector("[data-drop]");
  if (zone) setUpDropZone(zone);
  document.querySelector("[data-upload]")?.addEventListener("submit", async (event) => {
    const form = event.target;
    event.preventDefault();
    const items = readForm(form);
    const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
    const button = form.querySelector("button");
    button.disabled = true;
    await upload(form.action, token, items);
    button.disabled = false;
    form.reset();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-dismiss]");
    if (!button) return;
    event.preventDefault();
    button.closest("[data-received]").remove();
  });
}
