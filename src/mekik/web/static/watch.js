"use strict";
// A job's page, live: pieces of HTML come as server-sent events and take the place of what is there.
(() => {
  const live = document.getElementById("live");
  const MOST_LINES = 200;
  const MOST_POINTS = 600;

  function prepend(id, html) {
    const list = document.getElementById(id);
    list.querySelectorAll(".none").forEach((line) => line.remove());
    list.insertAdjacentHTML("afterbegin", html);
    while (list.children.length > MOST_LINES) list.lastElementChild.remove();
  }

  function replace(html) {
    // A button that is about to be pressed must not lose the focus.
    const held = live.contains(document.activeElement) ? document.activeElement.value : null;
    live.innerHTML = html;
    if (held) [...live.querySelectorAll("button")].find((button) => button.value === held)?.focus();
  }

  function colours() {
    const style = getComputedStyle(document.documentElement);
    return (name) => style.getPropertyValue(name).trim();
  }

  const holder = document.getElementById("chart");
  const columns = [[], [], [], []];
  let chart = null;

  function take(point) {
    const [at, pages, , done, waiting] = point;
    if (columns[0].length && at <= columns[0].at(-1)) return;
    [at, pages, done, waiting].forEach((value, place) => columns[place].push(value));
    if (columns[0].length > MOST_POINTS) columns.forEach((column) => column.shift());
  }

  // As the page's language writes it, and with the day where a crawl takes longer than one.
  function moment(seconds) {
    const span = columns[0].length ? columns[0].at(-1) - columns[0][0] : 0;
    const day = span > 86400 ? { day: "numeric", month: "short" } : { second: "2-digit" };
    return new Date(seconds * 1000).toLocaleString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hour12: false, ...day });
  }

  function draw() {
    const colour = colours();
    const axis = { stroke: colour("--soft"), grid: { stroke: colour("--line") }, ticks: { stroke: colour("--line") } };
    const options = {
      width: holder.clientWidth - 20,
      height: 220,
      scales: { count: { range: (_, least, most) => [0, Math.max(most, 1)] }, rate: { range: (_, least, most) => [0, Math.max(most, 1)] } },
      axes: [{ ...axis, space: 90, values: (_, splits) => splits.map(moment) }, { ...axis, scale: "rate", size: 56 }, { ...axis, scale: "count", side: 1, size: 64, grid: { show: false } }],
      series: [
        { label: holder.dataset.time, value: (_, at) => (at == null ? "" : moment(at)) },
        { label: holder.dataset.pages, scale: "rate", stroke: colour("--accent"), width: 2 },
        { label: holder.dataset.done, scale: "count", stroke: colour("--good"), width: 2, dash: [6, 3] },
        { label: holder.dataset.waiting, scale: "count", stroke: colour("--bad"), width: 1.5, dash: [2, 3] },
      ],
    };
    chart = new uPlot(options, columns, holder);
  }

  JSON.parse(holder.dataset.points || "[]").forEach(take);
  draw();
  addEventListener("resize", () => chart.setSize({ width: holder.clientWidth - 20, height: 220 }));

  const source = new EventSource(live.dataset.from);
  source.addEventListener("state", (event) => replace(event.data));
  source.addEventListener("log", (event) => prepend("log", event.data));
  source.addEventListener("finds", (event) => prepend("finds", event.data));
  source.addEventListener("point", (event) => {
    take(JSON.parse(event.data));
    chart.setData(columns);
  });
  addEventListener("pagehide", () => source.close());
})();
