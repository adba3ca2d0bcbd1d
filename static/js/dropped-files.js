// Files and folders that were dropped, each with its relative path.

const readEntries = (reader) =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));
const readFile = (entry) => new Promise((resolve, reject) => entry.file(resolve, reject));

async function* walk(entry, path) {
  if (entry.isFile) {
    yield { file: await readFile(entry), path: path + entry.name };
    return;
  }
  const reader = entry.createReader();
  // A reader hands out at most a hundred entries at a time.
  for (let some = await readEntries(reader); some.length; some = await readEntries(reader)) {
    for (const child of some) yield* walk(child, `${path}${entry.name}/`);
  }
}

/** What a drop holds. A single folder counts as chosen: its own name is left off the paths. */
export async function readDrop(transfer) {
  // Both lists are empty once this function has waited for anything.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const files = [...transfer.files];
  if (!entries.length) return files.map((file) => ({ file, path: file.name, field: "files" }));
  const isFolder = entries.length === 1 && entries[0].isDirectory;
  const found = [];
  for (const entry of entries) {
    for await (const item of walk(entry, "")) {
      found.push({ ...item, field: isFolder ? "folder" : "files" });
    }
  }
  return found;
}

/** What the file fields of a form hold. */
export function readForm(form) {
  return [...form.querySelectorAll("input[type=file]")].flatMap((input) =>
    [...input.files].map((file) => ({
      file,
      path: file.webkitRelativePath || file.name,
      field: input.name,
    })),
  );
}
