import { setUpAttaching } from "./attaching.js";
import { setUpColours } from "./source-colours.js";

// The editor is a form that works by itself; this adds keys, lines, and a warning on leaving.

const INDENT = "  ";
const LIST_ITEM = /^(\s*)([-*+]|\d+[.)])(\s+)(\[[ xX]\]\s+)?/;

// Typed in by the browser itself, so that undo knows of it.
function insert(field, text) {
  field.focus();
  if (!document.execCommand("insertText", false, text)) field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
}

function linesOfSelection(field) {
  const start = field.value.lastIndexOf("\n", field.selectionStart - 1) + 1;
  const end = field.value.indexOf("\n", Math.max(field.selectionEnd - 1, field.selectionStart));
  return [start, end < 0 ? field.value.length : end];
}

function shiftLines(field, change) {
  const [start, end] = linesOfSelection(field);
  const text = field.value.slice(start, end).split("\n").map(change).join("\n");
  field.setSelectionRange(start, end);
  insert(field, text);
  field.setSelectionRange(start, start + text.length);
}

function indent(field, isBack) {
  const isBlock = field.value.slice(field.selectionStart, field.selectionEnd).includes("\n");
  const line = field.value.slice(...linesOfSelection(field));
  if (isBack) shiftLines(field, (text) => text.replace(/^(\t| {1,2})/, ""));
  else if (isBlock || LIST_ITEM.test(line)) shiftLines(field, (text) => (text ? INDENT + text : text));
  else insert(field, INDENT);
}

// A new line of a list begins like the last one; an empty item ends the list.
function breakLine(field) {
  if (field.selectionStart !== field.selectionEnd) return false;
  const start = field.value.lastIndexOf("\n", field.selectionStart - 1) + 1;
  const line = field.value.slice(start, field.selectionStart);
  const found = line.match(LIST_ITEM);
  if (!found) return false;
  if (line.length === found[0].length) {
    field.setSelectionRange(start, field.selectionStart);
    insert(field, "\n");
    return true;
  }
  const number = parseInt(found[2], 10);
  const mark = Number.isNaN(number) ? found[2] : `${number + 1}${found[2].slice(-1)}`;
  insert(field, `\n${found[1]}${mark}${found[3]}${found[4] ? "[ ] " : ""}`);
  return true;
}

function goToLine(field, number) {
  const lines = field.value.split("\n");
  const start = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
  document.querySelector(".pane-switch [value=source]").checked = true;
  field.focus();
  field.setSelectionRange(start, start + (lines[number - 1] ?? "").length);
  const height = parseFloat(getComputedStyle(field).lineHeight);
  field.scrollTop = Math.max(0, (number - 4) * height);
}

function setUpKeys(form, field) {
  let tabLeaves = false;
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Escape") tabLeaves = true;
    else if (event.key === "Tab" && !tabLeaves && !event.ctrlKey && !event.altKey) {
      event.preventDefault();
      indent(field, event.shiftKey);
    } else if (event.key === "Enter" && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      if (breakLine(field)) event.preventDefault();
    } else if (event.key !== "Shift") tabLeaves = false;
  });
  field.addEventListener("blur", () => (tabLeaves = false));
  form.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    const name = { s: "draft", Enter: "publish" }[event.key];
    if (!name) return;
    event.preventDefault();
    form.requestSubmit(form.querySelector(`button[value=${name}]`));
  });
}

function setUpState(form, state) {
  let isUnsaved = false;
  let changes = 0;
  let sent = 0;
  let isSaving = false;
  let isLeaving = false;
  let waiting = null;
  form.addEventListener("input", () => {
    changes += 1;
    isUnsaved = true;
    // What is said of a newer draft stays until it is answered.
    if (state.querySelector("[data-stale]")) return;
    if (state.querySelector(".badge")?.textContent !== "Not saved yet") {
      state.querySelectorAll(":scope > span").forEach((part) => part.remove());
      const badge = document.createElement("span");
      badge.className = "badge warn";
      badge.textContent = "Not saved yet";
      state.append(badge);
    }
  });
  state.addEventListener("htmx:beforeRequest", (event) => {
    if (isLeaving) event.preventDefault();
    else [isSaving, sent] = [true, changes];
  });
  state.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    // A newer draft stands in the way; the answer says where, and what can be done.
    if (xhr.status === 409) [event.detail.shouldSwap, event.detail.isError] = [true, false];
    // What was typed since is not in this draft; the next one will say so.
    if (xhr.status === 200 && sent === changes) isUnsaved = false;
  });
  // Each answer brings the version of the draft, so that a pressed button waits for it.
  state.addEventListener("htmx:afterRequest", () => {
    isSaving = false;
    const pressed = waiting;
    waiting = null;
    if (pressed?.isConnected) form.requestSubmit(pressed);
  });
  form.addEventListener("submit", (event) => {
    if (isSaving) {
      event.preventDefault();
      waiting = event.submitter;
      return;
    }
    isLeaving = true;
    isUnsaved = false;
  });
  addEventListener("pageshow", () => (isLeaving = false));
  addEventListener("beforeunload", (event) => {
    if (isUnsaved) event.preventDefault();
  });
}

function setUpEditor(form) {
  const field = form.querySelector("[data-source]");
  form.classList.add("is-live");
  form.querySelectorAll("[data-needs-script]").forEach((part) => (part.hidden = false));
  // Choosing a pane is no change of the text.
  const panes = form.querySelector(".pane-switch");
  panes.addEventListener("input", (event) => event.stopPropagation());
  setUpColours(form, field);
  setUpKeys(form, field);
  setUpAttaching(form, field, insert);
  setUpState(form, form.querySelector("#DraftState"));
  form.addEventListener("click", (event) => {
    const link = event.target.closest("[data-line]");
    if (!link) return;
    event.preventDefault();
    goToLine(field, Number(link.dataset.line));
  });
  const asked = location.hash.match(/^#line-(\d+)$/);
  if (asked) goToLine(field, Number(asked[1]));
}

const form = document.querySelector("[data-editor]");
if (form) setUpEditor(form);
