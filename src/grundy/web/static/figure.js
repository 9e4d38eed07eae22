/* figure.js: a table of values as a picture that can be zoomed and read: bars for one heap, cells for two; of more heaps a slice, the first ones fixed by sliders.

   figureOf(rules, {law, table, playable}) -> promise of elements; playable: positions link to a match; table(rules, to) gives the JSON of /api/table, law that of the study (bands show a period), or null.
   Positions of the mover's loss are marked by a diamond, not by colour alone. Keys: arrows read, + and - zoom, Home and End. */
import { make, number, word } from "./common.js";
import { drawBars, drawCells } from "./drawing.js";

const LARGER = { 1: 300, 2: 59 };
const FIRST = { 1: 60, 2: 16 };
const LEAST = { 1: 10, 2: 5 };
const LISTED = 30;

export async function figureOf(rules, { law, table, playable }) {
  const first = await table(rules, null);
  const figure = new Figure(first, law, playable);
  const larger = LARGER[figure.starts.length];
  const period = law && law.kind === "periodic" ? law.preperiod + 2 * law.period : 0;
  if (larger) {
    const to = figure.starts[0] + Math.max(larger, Math.min(period, 2000));
    table(rules, to).then((more) => figure.grow(more)).catch(() => null); // where it is too large, the first one stays
  }
  return figure.elements();
}

class Figure {
  constructor(data, law, playable) {
    this.playable = playable;
    this.law = law;
    this.starts = [data.start].flat();
    this.flat = this.starts.length === 1;
    this.fixed = this.starts.slice(0, -2).map(() => 0);
    this.take(data);
    const usual = FIRST[this.flat ? 1 : 2];
    const narrow = window.innerWidth < 600;
    this.view = { x: 0, y: 0, count: Math.min(narrow ? (this.flat ? 30 : 10) : usual, this.longest()) };
    this.cursor = { x: 0, y: 0 };
    this.shown = false; // whether the cursor is drawn
    this.build();
  }

  take(data) {
    this.values = data.values;
    this.outcomes = data.about === "outcome";
    this.base = data.region.slice(0, data.region.lastIndexOf("["));
  }

  grow(data) {
    this.take(data);
    this.draw();
  }

  /* The values that are drawn: those of the slice that the sliders choose. */
  slice() {
    return this.fixed.reduce((values, i) => values[i], this.values);
  }

  size() {
    const values = this.slice();
    return this.flat ? { x: values.length, y: 1 } : { x: values.length, y: values[0].length };
  }

  longest() {
    const { x, y } = this.size();
    return Math.max(x, y);
  }

  valueAt({ x, y }) {
    const values = this.slice();
    return this.flat ? values[x] : values[x][y];
  }

  heapsAt({ x, y }) {
    const places = this.flat ? [x] : [...this.fixed, x, y];
    return places.map((place, i) => place + this.starts[i]);
  }

  /* ---------- elements ---------- */

  build() {
    this.canvas = make("canvas", {});
    this.plot = make("div", { class: "plot", id: "plot", tabindex: 0, role: "application", "aria-label": word(this.flat ? "study_plot_bars" : "study_plot_cells"), "aria-describedby": "plotkeys" }, this.canvas);
    this.read = make("p", { class: "read", id: "read", role: "status" });
    this.plot.addEventListener("keydown", (event) => this.key(event));
    this.plot.addEventListener("focus", () => this.point(this.cursor));
    this.plot.addEventListener("pointermove", (event) => this.hover(event));
    this.plot.addEventListener("pointerdown", (event) => this.press(event));
    this.plot.addEventListener("pointerup", () => (this.drag = null));
    this.plot.addEventListener("pointercancel", () => (this.drag = null));
    this.plot.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => this.draw()).observe(this.plot);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  elements() {
    const zoom = (key, way, sign) => make("button", { type: "button", class: "button small", "aria-label": word(key), title: word(key), text: sign, on: { click: () => this.zoom(way) } });
    const title = word(this.outcomes ? "study_outcomes" : "study_values");
    return [
      make("div", { class: "figurehead" }, make("h2", { text: title }), make("div", { class: "row" }, zoom("study_zoom_in", 1 / 1.5, "+"), zoom("study_zoom_out", 1.5, "−"))),
      ...this.sliders(),
      this.plot,
      this.read,
      this.legend(),
      make("p", { class: "note", id: "plotkeys", text: word("study_plot_keys") }),
      this.asText(),
    ];
  }

  sliders() {
    if (!this.fixed.length) return [];
    const labels = this.fixed.map((_, i) => {
      const shown = make("output", { text: this.starts[i] });
      const most = this.fixed.slice(0, i).reduce((values) => values[0], this.values).length - 1;
      const slide = (event) => {
        this.fixed[i] = Number(event.target.value);
        shown.textContent = this.fixed[i] + this.starts[i];
        this.draw();
      };
      return make("label", { class: "field" }, make("span", {}, word("study_slice", { i: i + 1 }), " ", shown), make("input", { type: "range", min: 0, max: most, value: 0, on: { input: slide } }));
    });
    return [make("div", { class: "slices" }, ...labels)];
  }

  legend() {
    const banded = this.flat && this.period();
    return make("p", { class: "legend" },
      make("span", {}, make("i", { class: "diamond", "aria-hidden": "true" }), word("study_legend_p")),
      this.outcomes || this.flat ? null : make("span", {}, make("i", { class: "scale", "aria-hidden": "true" }), word("study_legend_scale")),
      banded ? make("span", {}, make("i", { class: "band", "aria-hidden": "true" }), word("study_legend_period", { p: banded.period, start: banded.from })) : null,
    );
  }

  period() {
    const { law } = this;
    if (!law || law.kind !== "periodic" || law.period < 2) return null;
    return { period: law.period, from: Math.max(law.preperiod, this.starts[0]) };
  }

  /* The same as a table, for those who cannot see the picture: what is in view. */
  asText() {
    const box = make("div", { class: "tablebox", tabindex: 0, role: "group", "aria-label": word("study_as_table") });
    const details = make("details", { id: "astable" }, make("summary", { text: word("study_as_table") }), box);
    details.addEventListener("toggle", () => details.open && box.replaceChildren(this.flat ? this.rowsOfOne() : this.rowsOfTwo()));
    return details;
  }

  cell(value) {
    const lost = value === 0 || value === "P";
    return make("td", { class: lost ? "lost" : "", text: `${value}${lost && value !== "P" ? " P" : ""}` });
  }

  rowsOfOne() {
    const rows = [];
    for (let from = 0; from < this.size().x; from += 10) {
      rows.push(make("tr", {}, make("th", { scope: "row", text: from + this.starts[0] }), ...this.slice().slice(from, from + 10).map((value) => this.cell(value))));
    }
    const head = Array.from({ length: 10 }, (_, i) => make("th", { scope: "col", text: `+${i}` }));
    return make("table", { class: "numbers" }, make("thead", {}, make("tr", {}, make("th", { scope: "col", text: "n" }), ...head)), make("tbody", {}, ...rows));
  }

  rowsOfTwo() {
    const [down, across] = this.starts.slice(-2);
    const values = this.slice().slice(this.view.x, this.view.x + LISTED).map((row) => row.slice(this.view.y, this.view.y + LISTED));
    const head = values[0].map((_, i) => make("th", { scope: "col", text: i + across + this.view.y }));
    const rows = values.map((row, i) => make("tr", {}, make("th", { scope: "row", text: i + down + this.view.x }), ...row.map((value) => this.cell(value))));
    return make("table", { class: "numbers" }, make("thead", {}, make("tr", {}, make("th", { scope: "col", text: "" }), ...head)), make("tbody", {}, ...rows));
  }

  /* ---------- reading, zooming, moving ---------- */

  point(cell) {
    const { x, y } = this.size();
    this.cursor = { x: Math.max(0, Math.min(x - 1, cell.x)), y: Math.max(0, Math.min(y - 1, cell.y)) };
    this.shown = true;
    const heaps = this.heapsAt(this.cursor);
    const value = this.valueAt(this.cursor);
    const position = `${this.base}[${heaps.join(", ")}]`;
    const lost = value === 0 || value === "P";
    const query = new URLSearchParams({ position, lang: document.body.dataset.lang });
    this.read.replaceChildren(
      make("span", { class: "code", text: position }),
      make("span", {}, word(this.outcomes ? "study_outcome" : "study_value"), " ", make("b", { text: Number.isInteger(value) ? number(value) : value })),
      make("span", { class: "is", text: lost ? `◆ ${word("study_is_p")}` : "" }),
      ...(this.playable ? [make("a", { href: `/play?${query}`, text: word("study_play_it") })] : []),
    );
    this.draw();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const { x, y } = this.cursor;
    if (way) this.point({ x: x + way[0], y: y + way[1] });
    else if (event.key === "Home") this.point({ x: 0, y: 0 });
    else if (event.key === "End") this.point({ x: this.size().x - 1, y: this.size().y - 1 });
    else if (event.key === "+" || event.key === "=") this.zoom(1 / 1.5);
    else if (event.key === "-") this.zoom(1.5);
    else return;
    event.preventDefault();
    this.follow();
  }

  /* Move the view so that the cursor is in it. */
  follow() {
    for (const axis of ["x", "y"]) {
      const last = this.view[axis] + this.view.count - 1;
      if (this.cursor[axis] < this.view[axis]) this.view[axis] = this.cursor[axis];
      else if (this.cursor[axis] > last) this.view[axis] += this.cursor[axis] - last;
    }
    this.draw();
  }

  zoom(factor) {
    const before = this.view.count;
    const least = Math.min(LEAST[this.flat ? 1 : 2], this.longest());
    const count = Math.max(least, Math.min(this.longest(), factor < 1 ? Math.floor(before * factor) : Math.ceil(before * factor)));
    // What the cursor is on stays where it is; without one, the lower left corner.
    const kept = (axis) => (this.shown ? Math.round(this.cursor[axis] - ((this.cursor[axis] - this.view[axis]) * count) / before) : this.view[axis]);
    this.view = { x: kept("x"), y: kept("y"), count };
    this.draw();
  }

  cellAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const { left, bottom, cell, height } = this.scale;
    const x = Math.floor((event.clientX - box.left - left) / cell) + this.view.x;
    const y = this.flat ? 0 : Math.floor((height - bottom - (event.clientY - box.top)) / cell) + this.view.y;
    const { x: across, y: up } = this.size();
    return x >= this.view.x && x < across && y >= this.view.y && y < up ? { x, y } : null;
  }

  hover(event) {
    if (this.drag) return this.move(event);
    const cell = event.pointerType === "mouse" && this.cellAt(event);
    if (cell && (cell.x !== this.cursor.x || cell.y !== this.cursor.y || !this.shown)) this.point(cell);
    return undefined;
  }

  press(event) {
    const cell = this.cellAt(event);
    if (cell) this.point(cell);
    this.drag = { x: event.clientX, y: event.clientY, view: { ...this.view } };
    this.plot.setPointerCapture(event.pointerId);
  }

  move(event) {
    const { cell } = this.scale;
    const { x, y } = this.size();
    const clip = (value, most) => Math.max(0, Math.min(most, value));
    this.view.x = clip(this.drag.view.x - Math.round((event.clientX - this.drag.x) / cell), Math.max(0, x - this.view.count));
    if (!this.flat) this.view.y = clip(this.drag.view.y + Math.round((event.clientY - this.drag.y) / cell), Math.max(0, y - this.view.count));
    this.draw();
  }

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 1 / 1.2 : 1.2);
  }

  draw() {
    const width = this.plot.clientWidth;
    if (!width) return;
    const { x, y } = this.size();
    this.view.count = Math.min(this.view.count, this.longest());
    this.view.x = Math.max(0, Math.min(this.view.x, x - Math.min(this.view.count, x)));
    this.view.y = Math.max(0, Math.min(this.view.y, y - Math.min(this.view.count, y)));
    this.scale = (this.flat ? drawBars : drawCells)(this.canvas, width, this);
  }
}
