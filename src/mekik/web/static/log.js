"use strict";
// New lines of a log as they come. What strangers wrote is only ever text.
(() => {
  const button = document.getElementById("follow"), body = document.getElementById("entries");
  if (!button || !body || !window.EventSource) return;
  const start = button.textContent, most = 500;
  let source = null;
  button.hidden = false;
  const cell = (row, text, kind) => {
    const one = row.insertCell();
    one.className = kind;
    one.textContent = text;
    return one;
  };
  const size = (count) => {
    if (!count) return "–";
    for (const unit of ["B", "KB", "MB"]) {
      if (count < 1000) return `${unit === "B" || count >= 100 ? Math.round(count) : count.toFixed(1)} ${unit}`;
      count /= 1000;
    }
    return `${count.toFixed(1)} GB`;
  };
  const add = (entry) => {
    const row = body.insertRow(0);
    row.className = "fresh";
    cell(row, new Date(entry.time * 1000).toISOString().slice(0, 19).replace("T", " "), "moment");
    cell(row, entry.code || "–", "number");
    cell(row, entry.outcome, entry.code >= 400 ? "outcome-bad" : "outcome-fine");
    cell(row, size(entry.bytes), "number");
    cell(row, entry.type || "–", "kind");
    cell(row, entry.ms || 0, "number");
    const place = cell(row, "", "url"), link = document.createElement("a");
    link.href = `/address?url=${encodeURIComponent(entry.url)}`;
    link.textContent = entry.url;
    place.append(link);
    for (const more of [entry.found_on && `← ${entry.found_on}`, entry.reason]) {
      if (!more) continue;
      const small = document.createElement("small");
      small.textContent = more;
      place.append(small);
    }
  };
  const stop = () => { source.close(); source = null; button.textContent = start; button.setAttribute("aria-pressed", "false"); };
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => {
    if (source) { stop(); return; }
    source = new EventSource(button.dataset.from);
    button.textContent = button.dataset.stop;
    button.setAttribute("aria-pressed", "true");
    source.addEventListener("log", (event) => {
      for (const entry of JSON.parse(event.data)) add(entry);
      while (body.rows.length > most) body.deleteRow(-1);
    });
  });
})();
