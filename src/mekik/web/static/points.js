"use strict";
// Addresses as points in a cube that can be turned: by pointer, by arrow keys, nearer with + and the wheel.
(() => {
  const box = document.getElementById("points");
  if (!box) return;
  const colours = { waiting: "#3d7ab8", running: "#8b5fbf", completed: "#0b7a75", error: "#d0402b", refused: "#9aa3a8" };
  let turn = 0.6, tilt = 0.45, near = 1, points = [];
  const canvas = document.createElement("canvas");
  const under = document.createElement("p");
  const legend = document.createElement("ul");
  under.className = "under";
  legend.className = "legend";
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", box.dataset.label);
  under.textContent = box.dataset.label;

  const place = (x, y, z) => {
    const across = x * Math.cos(turn) + z * Math.sin(turn), away = z * Math.cos(turn) - x * Math.sin(turn);
    const up = y * Math.cos(tilt) + away * Math.sin(tilt), deep = away * Math.cos(tilt) - y * Math.sin(tilt);
    const scale = near * Math.min(canvas.width, canvas.height) * 0.5 / (1 + deep * 0.35);
    return [canvas.width / 2 + across * scale, canvas.height / 2 - up * scale, deep];
  };
  const draw = () => {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * ratio;
    canvas.height = canvas.clientHeight * ratio;
    const pen = canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    pen.strokeStyle = style.getPropertyValue("--line");
    pen.fillStyle = style.getPropertyValue("--soft");
    pen.font = `${13 * ratio}px system-ui, sans-serif`;
    pen.beginPath();
    for (const a of [-0.5, 0.5]) for (const b of [-0.5, 0.5]) {
      for (const [from, to] of [[[-0.5, a, b], [0.5, a, b]], [[a, -0.5, b], [a, 0.5, b]], [[a, b, -0.5], [a, b, 0.5]]]) {
        pen.moveTo(...place(...from).slice(0, 2));
        pen.lineTo(...place(...to).slice(0, 2));
      }
    }
    pen.stroke();
    for (const [name, ...end] of [["root", 0.56, -0.5, -0.5], ["path", -0.5, 0.56, -0.5], ["query", -0.5, -0.5, 0.56]])
      pen.fillText(name, ...place(...end).slice(0, 2));
    for (const point of points) point.at = place(point.x, point.y, point.z);
    points.sort((one, other) => other.at[2] - one.at[2]);
    for (const point of points) {
      pen.fillStyle = colours[point.state] || colours.waiting;
      pen.globalAlpha = Math.max(0.35, 0.9 - (point.at[2] + 0.9) * 0.3);
      pen.beginPath();
      pen.arc(point.at[0], point.at[1], (2.6 - point.at[2]) * ratio, 0, 7);
      pen.fill();
    }
    pen.globalAlpha = 1;
  };
  const ask = (() => { let asked = false; return () => { if (!asked) { asked = true; requestAnimationFrame(() => { asked = false; draw(); }); } }; })();

  let held = null;
  canvas.addEventListener("pointerdown", (event) => { held = [event.clientX, event.clientY]; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointerup", () => { held = null; });
  canvas.addEventListener("pointermove", (event) => {
    if (held) {
      turn += (event.clientX - held[0]) * 0.008;
      tilt = Math.max(-1.5, Math.min(1.5, tilt + (event.clientY - held[1]) * 0.008));
      held = [event.clientX, event.clientY];
      ask();
      return;
    }
    const ratio = window.devicePixelRatio || 1, area = canvas.getBoundingClientRect();
    const x = (event.clientX - area.left) * ratio, y = (event.clientY - area.top) * ratio;
    let best = null, least = 120 * ratio;
    for (const point of points) {
      const far = (point.at[0] - x) ** 2 + (point.at[1] - y) ** 2;
      if (far <= least) { best = point; least = far; }
    }
    under.textContent = best ? `${best.state} · ${best.url}` : box.dataset.label;
  });
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); near = Math.max(0.4, Math.min(6, near * (event.deltaY < 0 ? 1.1 : 0.9))); ask(); }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const moves = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
    if (event.key === "+" || event.key === "-") near = Math.max(0.4, Math.min(6, near * (event.key === "+" ? 1.15 : 0.87)));
    else if (moves[event.key]) { turn += moves[event.key][0]; tilt = Math.max(-1.5, Math.min(1.5, tilt + moves[event.key][1])); }
    else return;
    event.preventDefault();
    event.stopPropagation();
    ask();
  });
  window.addEventListener("resize", ask);

  fetch(box.dataset.from, { headers: { accept: "application/json" } }).then((answer) => answer.json()).then((table) => {
    if (!table.rows) return;
    points = table.rows.map(([x, y, z, state, url]) => ({ x: x - 0.5, y: y - 0.5, z: z - 0.5, state, url, at: [0, 0, 0] }));
    const counts = {};
    for (const point of points) counts[point.state] = (counts[point.state] || 0) + 1;
    for (const [state, count] of Object.entries(counts)) {
      const item = document.createElement("li"), dot = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      dot.setAttribute("width", "10"); dot.setAttribute("height", "10"); dot.setAttribute("aria-hidden", "true");
      const round = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      for (const [name, value] of [["cx", 5], ["cy", 5], ["r", 5], ["fill", colours[state]]]) round.setAttribute(name, value);
      dot.append(round);
      item.append(dot, ` ${state} ${count}`);
      legend.append(item);
    }
    const still = document.getElementById("picture");
    if (still) still.hidden = true;
    box.append(canvas, legend, under);
    draw();
  });
})();
