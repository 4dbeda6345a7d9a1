// Files dropped or chosen are sent at once, a few at a time, and each answers with what was understood.
// Without script the same form sends them all together with its button.
const FILES_AT_ONCE = 10;
const BYTES_AT_ONCE = 18 * 1024 * 1024;

const form = document.querySelector("form.drop.whole");
const picker = form?.querySelector("input[type=file]");
const area = form?.querySelector("textarea");
const reads = document.querySelector("#reads");

function batches(files) {
  const groups = [];
  let size = Infinity;
  for (const file of files) {
    const group = groups.at(-1);
    if (!group || group.length >= FILES_AT_ONCE || size + file.size > BYTES_AT_ONCE) {
      groups.push([file]);
      size = file.size;
    } else {
      group.push(file);
      size += file.size;
    }
  }
  return groups;
}

function line(name) {
  const item = document.createElement("li");
  item.className = "read waiting";
  item.textContent = `${name} · ${form.dataset.reading}`;
  reads.querySelector("ul").append(item);
  return item;
}

async function send(files, text) {
  const body = new FormData();
  body.append("csrfmiddlewaretoken", form.querySelector("[name=csrfmiddlewaretoken]").value);
  if (text) body.append("text", text);
  for (const file of files) body.append("files", file);
  const lines = text ? [line(text.trim().slice(0, 40))] : files.map((file) => line(file.name));
  let answer = "";
  try {
    const response = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
    if (response.ok) answer = await response.text();
    else for (const item of lines) item.textContent += ` · ${form.dataset["failed" + response.status] ?? form.dataset.failed}`;
  } catch {
    for (const item of lines) item.textContent += ` · ${form.dataset.failed}`;
  }
  if (!answer) return;
  lines[0].insertAdjacentHTML("beforebegin", answer);
  for (const item of lines) item.remove();
}

async function give(files, text) {
  reads.hidden = false;
  if (text) await send([], text);
  for (const group of batches(files)) await send(group, "");
  reads.querySelector("#save").hidden = !reads.querySelector("[name=draft]");
  reads.querySelector("h2").focus();
}

if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!area.value.trim() && !picker.files.length) return area.focus();
    give([...picker.files], area.value);
    form.reset();
  });
  picker.addEventListener("change", () => form.requestSubmit());
  for (const name of ["dragenter", "dragover"]) {
    form.addEventListener(name, (event) => {
      event.preventDefault();
      form.classList.add("over");
    });
  }
  for (const name of ["dragleave", "drop"]) form.addEventListener(name, () => form.classList.remove("over"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    give(files, files.length ? "" : event.dataTransfer.getData("text"));
  });
}
