// The key n goes to the next item of the desk.
document.addEventListener("keydown", (event) => {
  if (event.key !== "n" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea")) return;
  const items = [...document.querySelectorAll("[data-item]")];
  const here = items.findIndex((item) => item.contains(document.activeElement));
  items[(here + 1) % items.length]?.focus();
});
