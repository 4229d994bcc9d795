"use strict";
// "/" goes to the search box, j and k (or arrows) from hit to hit, "?" tells of the keys.
const told = (text) => {
  const place = document.getElementById("told");
  if (place) place.textContent = text;
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const typing = event.target.matches("input, textarea, select, [contenteditable]");
  const box = document.getElementById("q");
  const help = document.getElementById("keys");
  if (help && help.open) return;
  if (event.key === "/" && !typing && box) {
    event.preventDefault();
    box.focus();
    box.select();
    return;
  }
  if (event.key === "?" && !typing && help) {
    event.preventDefault();
    help.showModal();
    return;
  }
  if (event.key === "Escape" && typing) {
    event.target.blur();
    return;
  }
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  if (!step || (typing && event.target !== box) || (typing && !event.key.startsWith("Arrow"))) return;
  const hits = [...document.querySelectorAll(".hit :is(h2, h3) a, .hit a.frame")];
  if (!hits.length) return;
  const next = hits.indexOf(document.activeElement) + step;
  if (next < 0 && box) box.focus();
  else if (next < hits.length) hits[Math.max(next, 0)].focus();
  event.preventDefault();
});
