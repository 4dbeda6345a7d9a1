// Keys of the director's desk. Everything works without them: these only save hands.
for (const legend of document.querySelectorAll("[data-keys]")) legend.hidden = false;

// In boxes of results Enter goes to the next box, Ctrl+Enter saves the table; what is typed is told back as an order.
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
  form.addEventListener("input", (event) => {
    const echo = event.target.closest("section")?.querySelector("[data-echo]");
    if (echo) echo.textContent = told(event.target.closest("section"));
  });
}

// The order and the sum of what stands in the boxes of a table; empty as long as it says nothing.
function told(table) {
  const rows = [...table.querySelectorAll(".seat")].map((seat) => {
    const typed = seat.querySelector("[name^=place-]").value.trim();
    const score = parseInt(seat.querySelector("[name^=score-]").value.replace("−", "-"), 10);
    return { name: seat.getAttribute("aria-label"), typed, score, place: parseInt(typed, 10) };
  });
  rows.forEach((row, number) => {
    if (row.typed.startsWith("=")) row.place = rows[number - 1]?.place;
  });
  const scored = rows.filter((row) => !Number.isNaN(row.score));
  if (rows.every((row) => !(row.place > 0)))
    for (const row of scored) row.place = 1 + scored.filter((other) => other.score > row.score).length;
  const placed = rows.filter((row) => row.place > 0).sort((one, other) => one.place - other.place);
  const order = placed.map((row) => `${row.place}. ${row.name}`).join(" · ");
  const sum = scored.reduce((total, row) => total + row.score, 0);
  return scored.length ? `${order} (Σ ${sum})` : order;
}

// On a draft, arrows go from seat to seat, space takes one, S swaps it with the one that has the focus.
const seats = [...document.querySelectorAll("[data-seat]")];
const hand = document.querySelector("form[data-hand]");
if (hand) {
  const rows = [...new Set(seats.map((seat) => seat.parentElement))].map((row) => [...row.querySelectorAll("[data-seat]")]);
  let taken = null;
  const take = (seat) => {
    taken?.setAttribute("aria-pressed", "false");
    taken = seat === taken ? null : seat;
    taken?.setAttribute("aria-pressed", "true");
  };
  for (const seat of seats) {
    seat.tabIndex = seat === seats[0] ? 0 : -1;
    seat.setAttribute("role", "button");
    seat.setAttribute("aria-pressed", "false");
    seat.addEventListener("click", () => take(seat));
    seat.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const row = rows.findIndex((one) => one.includes(seat));
      const column = rows[row].indexOf(seat);
      const line = (number) => rows[number]?.[Math.min(column, rows[number].length - 1)];
      const next = { ArrowLeft: rows[row][column - 1], ArrowRight: rows[row][column + 1], ArrowUp: line(row - 1), ArrowDown: line(row + 1) };
      if (event.key in next) {
        if (next[event.key]) {
          seat.tabIndex = -1;
          next[event.key].tabIndex = 0;
          next[event.key].focus();
        }
      } else if (event.key === " ") {
        take(seat);
      } else if (event.key === "Escape" && taken) {
        take(taken);
      } else if (event.key.toLowerCase() === "s" && taken && taken !== seat) {
        hand.elements.who.value = taken.dataset.seat;
        hand.elements.place.value = `p${seat.dataset.seat}`;
        hand.requestSubmit();
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    });
  }
}

// Elsewhere S goes to the change by hand.
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "s" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea")) return;
  const who = document.getElementById("who");
  if (who) {
    event.preventDefault();
    who.focus();
  }
});
