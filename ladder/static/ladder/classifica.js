// Two small habits of every page: live parts rest while the tab is hidden or somebody reads an explanation in them, and
// menus close by themselves.
document.addEventListener("htmx:beforeRequest", (event) => {
  const part = event.detail.elt;
  if (part.hasAttribute("data-live") && (document.hidden || part.querySelector(".whybox"))) event.preventDefault();
});
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
// On a telephone tabs go on beyond the edge: the present one is brought to where it can be seen.
for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
  tab.parentElement.scrollLeft = tab.offsetLeft + (tab.offsetWidth - tab.parentElement.clientWidth) / 2;
}
// Rows of a live ranking that say something else than before are marked for a moment.
const said = (table) =>
  new Map(
    [...table.querySelectorAll(".rank tbody:has(th a)")].map((row) => [
      row.querySelector("th a").getAttribute("href"),
      [...row.rows[0].cells].slice(0, -1).map((cell) => cell.textContent).join(),
    ]),
  );
let before = new Map();
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  before = detail.target.hasAttribute("data-live") ? said(detail.target) : new Map();
});
document.addEventListener("htmx:afterSwap", () => {
  if (!before.size) return;
  for (const [href, words] of said(document)) {
    if (before.get(href) === words) continue;
    document.querySelector(`.rank tbody:has(th a[href="${CSS.escape(href)}"])`).classList.add("fresh");
  }
});
// A file dropped on a small box goes the way of a chosen one. (The upload page has a script of its own.)
for (const form of document.querySelectorAll("form.drop:not(.whole)")) {
  const picker = form.querySelector("input[type=file]");
  picker.addEventListener("change", () => form.requestSubmit());
  for (const name of ["dragenter", "dragover"]) {
    form.addEventListener(name, (event) => {
      event.preventDefault();
      form.classList.add("over");
    });
  }
  for (const name of ["dragleave", "drop"]) form.addEventListener(name, () => form.classList.remove("over"));
  form.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    picker.files = event.dataTransfer.files;
    form.requestSubmit();
  });
}
// Texts to take away: with script one press copies them; without, the box holds them to be copied by hand.
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
    button.nextElementSibling.textContent = button.dataset.done;
  });
}
// The last ranking seen is kept for when there is no network (see /sw.js); a browser that cannot does without.
const kept = document.querySelector("[data-keep]");
if (kept && navigator.serviceWorker) {
  navigator.serviceWorker
    .register("/sw.js", { updateViaCache: "all" })
    .then(() => navigator.serviceWorker.ready)
    .then((there) => there.active.postMessage({ path: kept.dataset.keep, lang: document.documentElement.lang }))
    .catch(() => {});
}
