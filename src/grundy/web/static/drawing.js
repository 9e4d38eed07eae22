/* drawing.js: values on a canvas, for figure.js. Both functions return the scale {left, bottom, cell, height} in CSS pixels, with which a place is found again.

   figure = {view: {x, y, count}, cursor, shown, starts, outcomes, slice(), size(), period()}; (0, 0) is at the lower left. */
const SCALE = ["--v0", "--v1", "--v2", "--v3"];
const BARS = 240;

function palette() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  return { stops: SCALE.map((name) => rgb(colour(name))), p: colour("--p"), pe: colour("--pe"), pink: colour("--pink"), soft: colour("--soft"), line: colour("--line"), ink: colour("--ink"), accent: colour("--accent"), band: colour("--accent-soft"), on: colour("--von"), off: colour("--voff"), bar: colour("--v2") };
}

function rgb(hex) {
  const full = hex.length === 4 ? [...hex.slice(1)].map((c) => c + c).join("") : hex.slice(1);
  return [0, 2, 4].map((i) => Number.parseInt(full.slice(i, i + 2), 16));
}

/* The colour of a share from 0 to 1 of the highest value, and that of a text on it. */
function shade(share, colours) {
  const at = Math.min(0.9999, Math.max(0, share)) * (colours.stops.length - 1);
  const [low, high] = [colours.stops[Math.floor(at)], colours.stops[Math.floor(at) + 1]];
  const mixed = low.map((c, i) => Math.round(c + (high[i] - c) * (at % 1)));
  const light = (0.299 * mixed[0] + 0.587 * mixed[1] + 0.114 * mixed[2]) / 255;
  return { fill: `rgb(${mixed})`, text: light > 0.55 ? "#12141f" : "#ffffff" };
}

function prepared(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.textAlign = "center";
  context.textBaseline = "middle";
  return context;
}

const font = (size) => `${size}px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif`;

function diamond(context, x, y, r, colours) {
  context.beginPath();
  context.moveTo(x, y - r);
  context.lineTo(x + r, y);
  context.lineTo(x, y + r);
  context.lineTo(x - r, y);
  context.closePath();
  context.fillStyle = colours.p;
  context.fill();
  context.lineWidth = Math.max(1, r / 7);
  context.strokeStyle = colours.pe;
  context.stroke();
}

/* Every how many places an axis is labelled, so that labels do not touch. */
function every(cell, longest) {
  const least = (longest * 8 + 10) / cell;
  return [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => step >= least) || 2000;
}

const isLost = (value) => value === 0 || value === "P";

export function drawCells(canvas, width, figure) {
  const { view, starts } = figure;
  const [firstX, firstY] = starts.slice(-2);
  const size = figure.size();
  const across = Math.min(view.count, size.x - view.x);
  const up = Math.min(view.count, size.y - view.y);
  const [left, bottom, top] = [34, 24, 4];
  const cell = Math.max(3, Math.min((width - left - 2) / view.count, 46));
  const height = Math.round(up * cell) + bottom + top;
  const context = prepared(canvas, width, height);
  const colours = palette();
  const values = figure.slice().slice(view.x, view.x + across).map((row) => row.slice(view.y, view.y + up));
  const highest = Math.max(1, ...values.flat().filter(Number.isInteger));
  values.forEach((row, i) =>
    row.forEach((value, j) => drawCell(context, left + i * cell, height - bottom - (j + 1) * cell, cell, value, figure.outcomes ? null : value / highest, colours)),
  );
  context.font = font(12);
  context.fillStyle = colours.soft;
  const step = every(cell, String(size.x).length);
  for (let i = 0; i < across; i++) if ((view.x + i + firstX) % step === 0) context.fillText(view.x + i + firstX, left + (i + 0.5) * cell, height - bottom / 2 + 2);
  for (let j = 0; j < up; j++) if ((view.y + j + firstY) % step === 0) context.fillText(view.y + j + firstY, left / 2 - 2, height - bottom - (j + 0.5) * cell);
  const [x, y] = [figure.cursor.x - view.x, figure.cursor.y - view.y];
  if (figure.shown && x >= 0 && x < across && y >= 0 && y < up) {
    context.lineWidth = 3;
    context.strokeStyle = colours.ink;
    context.strokeRect(left + x * cell + 1.5, height - bottom - (y + 1) * cell + 1.5, cell - 3, cell - 3);
  }
  return { left, bottom, cell, height };
}

/* share: of the highest value in view, null where there are outcomes only. */
function drawCell(context, x, y, cell, value, share, colours) {
  const lost = isLost(value);
  const { fill, text } = shade(share === null ? 0.25 : 0.06 + 0.94 * share, colours);
  const gap = cell > 9 ? 1 : 0.3;
  context.fillStyle = lost ? colours.band : fill;
  context.fillRect(x, y, cell - gap, cell - gap);
  if (lost) diamond(context, x + (cell - gap) / 2, y + (cell - gap) / 2, Math.max(1.5, cell * 0.4), colours);
  if (cell < 17 || share === null) return;
  context.font = font(Math.min(14, cell * (String(value).length > 2 ? 0.34 : 0.44)));
  context.fillStyle = lost ? "#12141f" : text;
  context.fillText(value, x + (cell - gap) / 2, y + (cell - gap) / 2 + 0.5);
}

export function drawBars(canvas, width, figure) {
  const { view } = figure;
  const first = figure.starts[0];
  const values = figure.slice().slice(view.x, view.x + view.count);
  const [left, bottom, top] = [34, 40, 16];
  const height = BARS;
  const cell = (width - left - 12) / view.count;
  const context = prepared(canvas, width, height);
  const colours = palette();
  const highest = Math.max(1, ...values.map((value) => heightOf(value)));
  const base = height - bottom;
  const unit = (base - top) / highest;
  drawBands(context, figure, { left, cell, base, top, colours });
  drawLevels(context, { left, width, base, unit, highest, colours });
  values.forEach((value, i) => {
    const x = left + i * cell;
    if (isLost(value)) return diamond(context, x + cell / 2, base - 1, Math.max(2, Math.min(7, cell * 0.42)), colours);
    context.fillStyle = colours.bar;
    const gap = cell > 4 ? Math.min(3, cell * 0.2) : 0;
    context.fillRect(x + gap / 2, base - heightOf(value) * unit, cell - gap, heightOf(value) * unit);
    if (cell < 16 || figure.outcomes) return undefined;
    context.font = font(Math.min(13, cell * 0.55));
    context.fillStyle = colours.soft;
    return context.fillText(value, x + cell / 2, base - heightOf(value) * unit - 8);
  });
  drawAxis(context, figure, { left, cell, base, count: values.length, first, colours });
  return { left, bottom, cell, height };
}

const heightOf = (value) => (value === "N" ? 1 : value === "P" ? 0 : value);

/* Every second period on a band, from where the values begin to repeat. */
function drawBands(context, figure, { left, cell, base, top, colours }) {
  const found = figure.period();
  if (!found) return;
  const from = found.from - figure.starts[0];
  const end = figure.view.x + figure.view.count;
  const place = (i) => left + (Math.max(figure.view.x, Math.min(end, i)) - figure.view.x) * cell;
  for (let i = from, k = 0; i < end; i += found.period, k++) {
    if (i + found.period <= figure.view.x) continue;
    context.fillStyle = colours.band;
    if (k % 2 === 0) context.fillRect(place(i), top - 8, place(i + found.period) - place(i), base - top + 12);
    if (i < figure.view.x) continue;
    context.strokeStyle = colours.accent;
    context.lineWidth = 1;
    context.setLineDash([4, 4]);
    context.beginPath();
    context.moveTo(place(i), top - 8);
    context.lineTo(place(i), base + 6);
    context.stroke();
    context.setLineDash([]);
  }
}

function drawLevels(context, { left, width, base, unit, highest, colours }) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((s) => highest / s <= 6) || 10000;
  context.font = font(12);
  for (let value = 0; value <= highest; value += step) {
    context.fillStyle = colours.soft;
    context.fillText(value, left / 2 - 2, base - value * unit);
    context.fillStyle = colours.line;
    context.fillRect(left, base - value * unit, width - left, value ? 0.6 : 1.4);
  }
}

function drawAxis(context, figure, { left, cell, base, count, first, colours }) {
  const { view, cursor } = figure;
  const step = every(cell, String(view.x + count + first).length);
  context.font = font(12);
  context.fillStyle = colours.soft;
  for (let i = 0; i < count; i++) if ((view.x + i + first) % step === 0) context.fillText(view.x + i + first, left + (i + 0.5) * cell, base + 20);
  const x = cursor.x - view.x;
  if (!figure.shown || x < 0 || x >= count) return;
  context.fillStyle = colours.ink;
  context.fillRect(left + x * cell + cell / 2 - 1, base + 8, 2, 6);
  context.lineWidth = 2;
  context.strokeStyle = colours.ink;
  context.strokeRect(left + x * cell, 6, cell, base - 2);
}
