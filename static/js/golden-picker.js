// Fills the marks of a golden question from what the search finds.
(() => {
  const start = () => {
    const find = document.getElementById("picker-find");
    const words = document.getElementById("picker-words");
    const found = document.getElementById("picker-found");
    const question = document.getElementById("id_question");
    const marks = document.getElementById("id_marks");
    if (!find || !words || !found || !question || !marks) return;
    words.value = question.value;

    const look = async () => {
      const asked = new URLSearchParams({ words: words.value || question.value });
      const answer = await fetch(`${find.dataset.url}?${asked}`, { credentials: "same-origin" });
      found.innerHTML = answer.ok ? await answer.text() : "";
    };
    find.addEventListener("click", look);
    words.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      look();
    });
    found.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-mark]");
      if (!button) return;
      const kept = marks.value.split(/\s+/).filter(Boolean);
      if (!kept.includes(button.dataset.mark)) kept.push(button.dataset.mark);
      marks.value = kept.join("\n");
      button.disabled = true;
      button.textContent = "Added";
    });
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
