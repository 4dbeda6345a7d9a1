// A replay that plays by itself, and moves by keys. Without script the same links are pressed one by one.
// The browser's "back" brings the whole page anew, so that nothing of it may be kept here.
const KEYS = {
  Home: "first", PageUp: "turn-before", ArrowLeft: "before", ArrowRight: "after", PageDown: "turn-after", End: "last",
};
const find = (query) => document.querySelector(query);
let timer = 0;

function go(name) {
  const link = find(`#go-${name}[href]`);
  link?.click();
  return Boolean(link);
}

function show() {
  const button = find("#play");
  if (!button) return;
  button.querySelector("span").textContent = timer ? button.dataset.pause : button.dataset.play;
  find("#player").hidden = false;
  const list = find(".moves[tabindex]");
  const here = list?.querySelector("[aria-current]");
  if (here) list.scrollTop = here.offsetTop - list.clientHeight / 3;
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  show();
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (document.hidden) wait();
    else if (!go("after")) stop();
  }, Number(find("#speed").value));
  show();
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("#play")) return;
  if (!timer && go("after")) wait();
  else stop();
});
document.addEventListener("keydown", (event) => {
  const name = KEYS[event.key];
  if (!name || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, .moves")) return;
  event.preventDefault();
  stop();
  go(name);
});
document.addEventListener("htmx:afterSettle", () => {
  if (timer) return wait();
  show();
  find("#heard").textContent = find("#says").textContent;
});
for (const name of ["htmx:responseError", "htmx:sendError", "htmx:historyRestore"]) document.addEventListener(name, stop);
show();
