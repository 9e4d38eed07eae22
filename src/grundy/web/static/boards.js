/* boards.js: draws the components ("parts") of a State and lets moves be chosen. Everything is derived from the JSON; no game is known here.

   drawBoard(root, state, options) fills root (class "board") with one board a part. options = {
     active     whether moves may be chosen now
     marks      whether moves show if they win (letter and colour)
     before     the State before the last move, or null: what was taken stays as an outline
     room       (part, index) -> the sides that a quarter board has at least, or null: a board keeps its size in a match
     play(move, pieces)  a move of state.moves was chosen; pieces: the heaps in the order that the player made, or null
     typed(part, text)   a move was typed: text is what replaces the heaps of part ("5", "3, 2" or "2 & 3")
     show(text, move)    what the pointer or the focus is on ("" for nothing)
   }
   boardKinds(state) -> the kinds that are drawn, in order, without repetition: heaps, number, quarter, row, cut, steps, many, choices, typed, grid; only_cut: nothing can be taken; more, more_cut: some moves are only in the list (keys "play_how_<kind>" of web.toml)
   moveWords(state, move, text?) -> the move in words.
   Kinds in State JSON: heaps, strip, number, quarter, list (match/boards.py); "grid" for later boards: board.cells = rows of 0 (no cell), 1 (may be chosen), 2 (gone);
   each move then has cells = [[row, column], ...], the cells that it takes. */
import { make, number, word } from "./common.js";
import { choicesBoard, listKind, manyBoard, stepsBoard } from "./lists.js";
import { caption, disc, heapCaption, markOf, place, rove, signOf, stackOf, sumOf } from "./places.js";
import { cutBoard, rowBoard, stripKind } from "./strips.js";

function heapsBoard(o) {
  const [n] = o.part.board.heaps;
  const byRest = new Map(o.moves.map((move) => [sumOf(move.to.flat()), move]));
  return [stackOf(n, o, (rest) => byRest.get(rest), (rest, move) => o.play(move, null)), heapCaption(n, o)];
}

function quarterBoard(o) {
  const [x, y] = o.part.board.heaps;
  const least = o.part.board.least || 0;
  const [cols, rows] = o.sides.map((side) => side - least);
  const byCell = new Map(o.moves.filter((move) => move.to.length === 1).map((move) => [move.to[0].join(), move]));
  const coarse = matchMedia("(pointer: coarse)").matches;
  const tall = Math.max(24, Math.min(44, Math.floor(520 / rows)));
  const root = make("div", { class: `quarter c${o.colour}`, css: { "--cols": cols, "--cell-max": `${tall}px` } });
  const bar = make("div", { class: "bar", hidden: true });
  let chosen = null;
  for (let j = rows - 1 + least; j >= least; j--) {
    root.append(make("span", { class: "axis", "aria-hidden": "true", text: j }));
    for (let i = least; i < cols + least; i++) {
      const move = byCell.get(`${i},${j}`);
      const odd = (i + j) % 2 ? "cell odd" : "cell";
      if (!move) {
        const on = i === x && j === y;
        const was = o.was && o.was[0] === i && o.was[1] === j;
        root.append(make("span", { class: odd, role: on ? "img" : null, "aria-label": on ? word("board_token", { x, y }) : null }, on ? make("span", { class: "token" }) : was ? make("span", { class: "token was" }) : null));
        continue;
      }
      const text = o.called + word("board_to", { x: i, y: j });
      const cell = place(text, move, o, { class: `${odd}${o.marks && typeof move.win === "boolean" ? ` marked ${move.win ? "win" : "lose"}` : ""}` }, () => {
        // A cell that is smaller than a finger: the first tap chooses, the button (or a second tap) plays.
        if (!coarse || cell.offsetWidth >= 40 || chosen === cell) return o.play(move, null);
        if (chosen) chosen.classList.remove("chosen");
        chosen = cell;
        cell.classList.add("chosen");
        bar.hidden = false;
        bar.replaceChildren(make("button", { type: "button", class: "at go button primary", text: word("board_go", { x: i, y: j }), on: { click: () => o.play(move, null) } }));
        return o.show(text, o.marks ? move : null);
      }, o.marks ? markOf(move) : null);
      root.append(cell);
    }
  }
  root.append(make("span", { class: "axis" }), ...Array.from({ length: cols }, (_, i) => make("span", { class: "axis", "aria-hidden": "true", text: i + least })));
  const under = caption(make("b", { text: `(${x}, ${y})` }), o.alike ? null : make("span", { class: "code", text: o.title }));
  return [root, bar, under];
}

function numberBoard(o) {
  const [p] = o.part.board.heaps;
  const goal = o.part.board.goal ?? null;
  const targets = o.moves.filter((move) => move.to.length === 1).map((move) => [move.to[0][0], move]);
  const top = Math.max(p + 1, goal ?? 0, ...(goal === null ? targets.map(([v]) => v) : []));
  const least = Math.max(1, o.part.board.least || 0);
  const wide = goal !== null && goal / least > 30;
  const at = (v) => {
    const share = wide ? Math.log(Math.max(v, least) / least) / Math.log(top / least) : (v - least) / Math.max(1, top - least);
    return 20 + 560 * Math.min(1, Math.max(0, share));
  };
  const root = make("svg:svg", { viewBox: "0 0 600 64", "aria-hidden": "true", class: `c${o.colour}` });
  root.append(make("svg:path", { class: "track", d: "M20 26H580" }), make("svg:path", { class: "track done", d: `M20 26H${at(p)}` }));
  for (const [v] of targets) if (goal === null || v < goal) root.append(make("svg:circle", { class: "tick", cx: at(v), cy: 26, r: 5 }));
  if (goal !== null) {
    root.append(make("svg:path", { class: "flag", d: "M578 26V-8l22 9-20 9z" }), make("svg:text", { x: 596, y: 58, "text-anchor": "end" }, word("board_goal", { goal: number(goal) })));
  }
  if (o.was) root.append(make("svg:circle", { class: "tick", cx: at(o.was[0]), cy: 26, r: 8 }));
  root.append(make("svg:circle", { class: "here", cx: at(p), cy: 26, r: 13 }));
  const choices = targets.slice(0, 60).map(([v, move]) => {
    const over = goal !== null && v >= goal;
    return place(o.called + word(over ? "board_say_goal" : "board_say", { p: number(p), v: number(v) }), move, o, { class: `choice${o.marks && typeof move.win === "boolean" ? ` ${move.win ? "win" : "lose"}` : ""}` }, () => o.play(move, null), number(v), over ? make("span", { class: "flagged", "aria-hidden": "true" }) : null, o.marks ? signOf(move) : null);
  });
  return [make("div", { class: "numberboard" }, make("p", { class: "now", text: number(p) }), root), make("div", { class: "choices" }, ...choices), caption(make("span", { class: "code", text: o.title }))];
}

function gridBoard(o) {
  const cells = o.part.board.cells;
  const chosen = new Set();
  const root = make("div", { class: `grid c${o.colour}`, css: { "--cols": cells[0].length } });
  const bar = make("div", { class: "bar" });
  const keyOf = (list) => [...list].map(String).sort().join(";");
  const byKey = new Map(o.moves.map((move) => [keyOf(move.cells || []), move]));
  const paint = () => {
    const move = byKey.get(keyOf(chosen));
    for (const b of root.querySelectorAll(".at")) b.classList.toggle("chosen", chosen.has(b.dataset.cell));
    bar.replaceChildren(...(move ? [make("button", { type: "button", class: "at go button primary", on: { click: () => o.play(move, null) } }, `${word("board_play")} ${move.text}`, o.marks ? markOf(move) : "")] : []));
  };
  cells.forEach((line, r) =>
    line.forEach((value, c) => {
      const key = `${r},${c}`;
      const open = value === 1 && o.moves.some((move) => (move.cells || []).some((cell) => String(cell) === key));
      const one = byKey.get(key);
      const cell = open
        ? place(o.called + word("board_cell", { r: r + 1, c: c + 1 }), one, o, { class: "cell" }, () => {
            if (!chosen.delete(key)) chosen.add(key);
            const through = o.moves.filter((move) => [...chosen].every((k) => (move.cells || []).some((x) => String(x) === k)));
            if (!through.length) {
              chosen.clear();
              chosen.add(key);
            }
            if (through.length === 1 && through[0].cells.length === chosen.size) return o.play(through[0], null);
            return paint();
          }, disc(o.marks && one ? markOf(one) : null))
        : make("span", { class: value ? "cell" : "" }, value === 1 ? disc() : null);
      if (open) cell.dataset.cell = key;
      root.append(cell);
    }),
  );
  return [root, bar, caption(make("span", { class: "code", text: o.title }))];
}

const DRAW = { heaps: heapsBoard, number: numberBoard, quarter: quarterBoard, row: rowBoard, cut: cutBoard, steps: stepsBoard, many: manyBoard, choices: choicesBoard, typed: choicesBoard, grid: gridBoard };

function sidesOf(part, room) {
  const own = part.board.sides || part.board.heaps.map((heap) => heap + 1);
  return room ? own.map((side, i) => Math.max(side, room[i])) : own;
}

/* What a part is called among others like it: where pins stand in a row, a row. */
const partName = (part, i) => word(part.board.kind === "strip" ? "board_row" : "board_heap", { i: i + 1 });

/* A move in words: its part, where there are several, and what becomes of it. */
export function moveWords(state, move, text) {
  const part = state.parts[move.part];
  const after = (text || move.text).replace("->", "→");
  if (state.parts.length < 2 || !part) return after;
  const alike = state.parts.every((p) => p.ruleset === part.ruleset);
  return `${alike || part.ruleset.length > 24 ? partName(part, move.part) : part.ruleset}${word("common_colon")}${after}`;
}

const pilesOf = (move) => move.to.filter((piece) => piece[0] > 0);

/* What is still to be drawn keeps its look where a heap has no more moves: the state's other parts tell. */
function kindOf(state, index) {
  const part = state.parts[index];
  const moves = state.moves.filter((move) => move.part === index);
  const { kind, heaps } = part.board;
  if (kind === "strip") {
    const likes = state.moves.filter((move) => state.parts[move.part].ruleset === part.ruleset);
    const kinds = likes.map((move) => [state.parts[move.part].board.heaps[0], move]);
    return kinds.some(([n, move]) => move.to.filter((p) => p[0] > 0).length === 2 && sumOf(move.to.flat()) === n) && !kinds.some(([n, move]) => move.to.filter((p) => p[0] > 0).length === 2 && sumOf(move.to.flat()) < n) ? "cut" : stripKind(moves, heaps[0]);
  }
  if (kind === "list" || !(kind in DRAW)) return listKind(part, moves, state.complete);
  return state.complete || kind === "quarter" || kind === "number" ? kind : "choices";
}

export function boardKinds(state) {
  const kinds = state.parts.flatMap((part, i) => {
    const moves = state.moves.filter((move) => move.part === i);
    if (!moves.length) return [];
    const kind = kindOf(state, i);
    if (kind === "cut" && moves.every((move) => pilesOf(move).length > 1)) return ["only_cut"];
    const cuts = kind === "row" && moves.some((move) => pilesOf(move).length === 2 && sumOf(move.to.flat()) === part.board.heaps[0]);
    return cuts ? [kind, "more_cut"] : [kind];
  });
  const three = state.moves.some((move) => state.parts[move.part].board.kind === "strip" && pilesOf(move).length > 2);
  return [...new Set([...kinds, ...(three ? ["more"] : [])])];
}

export function drawBoard(root, state, options) {
  const rulesets = new Set(state.parts.map((part) => part.ruleset));
  const names = [...rulesets];
  const alike = rulesets.size === 1;
  const before = options.before && options.before.parts.length === state.parts.length ? options.before : null;
  const drawn = state.parts.map((part, index) => {
    const moves = state.moves.filter((move) => move.part === index);
    const old = before && before.parts[index].ruleset === part.ruleset ? before.parts[index].board.heaps : null;
    const was = old && String(old) !== String(part.board.heaps) ? old : null;
    const kind = kindOf(state, index);
    const heaps = kind === "heaps" || kind === "row" || kind === "cut";
    const o = {
      ...options, root, part, moves, complete: state.complete, alike: alike && heaps, count: state.parts.length,
      title: part.text, heapsText: part.text.slice(part.text.lastIndexOf("[") + 1, -1),
      name: partName(part, index),
      called: state.parts.length < 2 ? "" : `${alike ? partName(part, index) : part.text}${word("common_colon")}`,
      sides: part.board.kind === "quarter" ? sidesOf(part, options.room && options.room(part, index)) : null,
      colour: (alike ? index % 4 : names.indexOf(part.ruleset) % 4) + 1,
      was: heaps && was ? was[0] : was,
    };
    const wide = kind === "quarter" || kind === "number" || kind === "choices";
    const box = make("section", { class: `part${wide ? " wide" : ""}`, "aria-label": part.text.length > 80 ? o.name : part.text }, ...DRAW[kind](o));
    if (kind === "quarter") box.style.setProperty("--cols", o.sides[0]);
    return box;
  });
  root.classList.toggle("flat", state.parts.every((part) => part.board.kind !== "heaps" && part.board.kind !== "list"));
  root.classList.toggle("boxed", !alike);
  root.classList.toggle("sums", drawn.length > 1);
  root.classList.toggle("waiting", !options.active);
  root.replaceChildren(...drawn.flatMap((box, i) => (i && !alike ? [make("span", { class: "plus", "aria-hidden": "true", text: "+" }), box] : [box])));
  rove(root);
}
