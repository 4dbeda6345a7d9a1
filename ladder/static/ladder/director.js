// Keys of the director's desk. Everything works without them: these only save hands.
// In boxes of results Enter goes to the next box, Ctrl+Enter saves the table; Escape leaves.
for (const form of document.querySelectorAll("form[data-results]")) {
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input:not([type])")) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      event.target.closest("section").querySelector("button[name=table]")?.click();
      return;
    }
    const boxes = [...form.querySelectorAll("input:not([type])")];
    boxes[boxes.indexOf(event.target) + 1]?.focus();
  });
}
// S goes to the change by hand.
document.addEventListener("keydown", (event) => {
  if (event.key !== "s" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea")) return;
  const who = document.getElementById("who");
  if (who) {
    event.preventDefault();
    who.focus();
  }
});
