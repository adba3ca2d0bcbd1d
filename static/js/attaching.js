import { announce } from "./announcing.js";

// Sends files to the editor's own address, as its form would, and types in what refers to them.

async function send(form, files) {
  const data = new FormData();
  for (const name of ["csrfmiddlewaretoken", "source_key"]) {
    data.append(name, form.querySelector(`[name=${name}]`)?.value ?? "");
  }
  data.append("do", "attach");
  for (const file of files) data.append("attachment", file);
  const response = await fetch(form.action, {
    method: "POST",
    body: data,
    headers: { "HX-Request": "true", "HX-Current-URL": location.href },
  });
  const login = response.headers.get("HX-Redirect");
  if (login) location.assign(login);
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

/** Let files be pasted, dropped or chosen; ``insert`` types text at the cursor of the field. */
export function setUpAttaching(form, field, insert) {
  const row = form.querySelector("#AttachRow");
  const input = row.querySelector("input");
  row.querySelector("button").hidden = true;

  const attach = async (files) => {
    row.classList.add("is-busy");
    announce(files.length === 1 ? `Adding ${files[0].name} …` : `Adding ${files.length} files …`);
    try {
      const { references, problems } = await send(form, files);
      if (references.length) insert(field, references.join("\n"));
      announce(problems.length ? `${problems.join(" ")} Your text is still here.` : "Added to the text.");
    } catch {
      announce("The file could not be sent. Your text is still here; try again.");
    } finally {
      row.classList.remove("is-busy");
    }
  };

  field.addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    // Office programs put a picture of the text beside the text; then the text is meant.
    if (!files.length || event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    attach(files);
  });
  field.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  field.addEventListener("drop", (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (!files.length) return;
    event.preventDefault();
    attach(files);
  });
  // Choosing a file is no change of the text.
  input.addEventListener("input", (event) => event.stopPropagation());
  input.addEventListener("change", () => {
    const files = [...input.files];
    input.value = "";
    if (files.length) attach(files);
  });
}
