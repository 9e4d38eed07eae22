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
   boardKinds(state) -> the kinds that are drawn, in order, without repetition: heaps, number, quarter, row, cut, steps, many, choices, typed, grid; more: some moves are only in the list (keys "play_how_<kind>" of web.toml)
   canonical(to) -> key of an option without empty heaps and without order.
   moveWords(state, move, text?) -> the move in words.   openly(moves, {marks, complete}) -> the moves that may be listed without telling which win.
   rove(root): one tab stop, arrow keys go to the nearest place in that direction (all buttons with class "at").
   Kinds in State JSON: heaps, strip, number, quarter, list (match/boards.py); "grid" for later boards: board.cells = rows of 0 (no cell), 1 (may be chosen), 2 (gone);
   each move then has cells = [[row, column], ...], the cells that it takes. */
import { make, number, word } from "./common.js";

const sumOf = (list) => list.reduce((a, b) => a + b, 0);
const isSmall = (list) => list.every((x) => Number.isSafeInteger(x));

export function canonical(to) {
  return to.map((piece) => piece.join(",")).filter((piece) => piece !== "0").sort().join("&");
}

export function rove(root) {
  const places = () => [...root.querySelectorAll("button.at, input.at")].filter((b) => !b.disabled);
  const only = (one) => {
    for (const b of places()) b.tabIndex = b === one || b.matches(".go") ? 0 : -1;
  };
  const first = places();
  if (first.length) only(first.find((b) => b.tabIndex === 0 && b.dataset.start) || first[0]);
  if (root.dataset.roving) return;
  root.dataset.roving = "1";
  root.addEventListener("focusin", (event) => event.target.matches(".at") && only(event.target));
  root.addEventListener("keydown", (event) => {
    const all = places();
    const here = event.target;
    if (!all.includes(here) || here.tagName === "INPUT" || event.altKey || event.ctrlKey || event.metaKey) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    let next = event.key === "Home" ? all[0] : event.key === "End" ? all[all.length - 1] : null;
    if (way) {
      const middle = (b) => {
        const box = b.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
      };
      const [x, y] = middle(here);
      let best = Infinity;
      for (const b of all) {
        const [bx, by] = middle(b);
        const along = (bx - x) * way[0] + (by - y) * way[1];
        const aside = Math.abs((bx - x) * way[1]) + Math.abs((by - y) * way[0]);
        if (b === here || along < 4) continue;
        const far = along + 2 * aside;
        if (far < best) [best, next] = [far, b];
      }
    } else if (!next) return;
    event.preventDefault();
    if (next) next.focus();
  });
}

function markOf(move) {
  if (!move || typeof move.win !== "boolean") return null;
  return make("b", { class: `mark ${move.win ? "win" : "lose"}`, "aria-hidden": "true", text: word(move.win ? "common_W" : "common_L") });
}

const labelled = (text, move, marks) =>
  marks && move && typeof move.win === "boolean" ? `${text} (${word(move.win ? "common_wins" : "common_loses")})` : text;

/* A button of a board: `text` is said on focus and hover, `act` plays. */
function place(text, move, o, props, act, ...children) {
  const seen = labelled(text, move, o.marks);
  const look = () => (o.show(text, o.marks ? move : null), props.look && props.look(true));
  const leave = () => (o.show("", null), props.look && props.look(false));
  return make(
    "button",
    {
      type: "button",
      class: `at ${props.class || ""}`,
      "aria-label": seen,
      tabindex: -1,
      disabled: !o.active,
      "aria-pressed": props.pressed === undefined ? null : String(props.pressed),
      css: props.css,
      on: { click: act, mouseenter: look, focus: look, mouseleave: leave, blur: leave },
    },
    ...children,
  );
}

const disc = (...children) => make("span", { class: "disc" }, ...children);
const caption = (...children) => make("p", { class: "caption" }, ...children);
const took = (n, m) => word(m === 0 ? "board_take_all" : "board_take", { t: number(n - m), m: number(m) });

function heapsBoard(o) {
  const [n] = o.part.board.heaps;
  const byRest = new Map(o.moves.map((move) => [sumOf(move.to.flat()), move]));
  return [stackOf(n, o, (rest) => byRest.get(rest), (rest, move) => o.play(move, null)), heapCaption(n, o)];
}

function heapCaption(n, o) {
  return o.alike ? caption(make("b", { text: number(n) }), o.count > 1 ? o.name : null) : caption(make("b", { text: number(n) }), make("span", { class: "code", text: o.title }));
}

/* n counters in rows from below; counter k leads to the heap k - 1 where find(k - 1) is a move. */
function stackOf(n, o, find, act, { was = o.was, chosen = null, say = null, hint = null } = {}) {
  const most = Math.max(n, Number.isSafeInteger(was) && was <= 60 ? was : 0);
  const width = most <= 9 ? 1 : most <= 30 ? 5 : 10;
  const stack = make("div", { class: `stack c${o.colour}`, css: { "--w": width } });
  const counters = [];
  for (let k = 1; k <= n; k++) {
    const rest = k - 1;
    const move = find(rest);
    const text = (say || ((r) => `${o.called}${took(n, r)}`))(rest);
    const look = (on) => counters.slice(rest).forEach((c) => c.classList.toggle("going", on));
    const gone = chosen !== null && k > chosen;
    counters.push(
      move
        ? place(text, hint ? hint(rest) : move, o, { look, class: gone ? "chosen" : "", pressed: chosen === null ? undefined : gone }, () => act(rest, move), disc(o.marks ? markOf(hint ? hint(rest) : move) : null))
        : make("span", { class: gone ? "still chosen" : "still" }, disc()),
    );
  }
  for (let k = n; k < most; k++) counters.push(make("span", { class: "ghost", "aria-hidden": "true" }, disc()));
  stack.append(...counters);
  return stack;
}

/* One heap in a row. "cut": it is cut between objects, or taken from an end like a heap. "row": neighbours are taken and what is left may be two rows. */
function stripKind(moves, n) {
  const two = moves.filter((move) => move.to.filter((piece) => piece[0] > 0).length === 2);
  return two.some((move) => sumOf(move.to.flat()) < n) || !two.length ? "row" : "cut";
}

function cutBoard(o) {
  const [n] = o.part.board.heaps;
  const byKey = new Map(o.moves.map((move) => [canonical(move.to), move]));
  const pins = [];
  const row = make("div", { class: `strip c${o.colour}` });
  for (let k = 1; k <= n; k++) {
    const rest = k - 1;
    if (k > 1) {
      const pieces = [[rest], [n - rest]];
      const cut = byKey.get(canonical(pieces));
      const both = { a: number(rest), b: number(n - rest) };
      row.append(
        cut
          ? place(o.called + word("board_cut", both), cut, o, { class: "gap" }, () => o.play(cut, pieces), o.marks ? markOf(cut) : null)
          : make("span", { class: "gap" }),
      );
    }
    const move = byKey.get(canonical([[rest]]));
    const look = (on) => pins.slice(rest).forEach((pin) => pin.classList.toggle("going", on));
    const pin = move
      ? place(o.called + took(n, rest), move, o, { class: "pin", look }, () => o.play(move, null), disc(o.marks ? markOf(move) : null))
      : make("span", { class: "pin" }, disc());
    pins.push(pin);
    row.append(pin);
  }
  return [row, heapCaption(n, o)];
}

function rowBoard(o) {
  const [n] = o.part.board.heaps;
  const byKey = new Map(o.moves.map((move) => [canonical(move.to), move]));
  const found = (from, to) => {
    const [a, b, taken] = [from, n - 1 - to, to - from + 1];
    const move = byKey.get(canonical([[a], [b]]));
    if (move) return { move, pieces: a && b ? [[a], [b]] : null, text: rowText(taken, a, b) };
    const closed = byKey.get(canonical([[n - taken]]));
    return closed ? { move: closed, pieces: null, text: took(n, n - taken) } : null;
  };
  const longest = Math.max(0, ...o.moves.map((move) => n - sumOf(move.to.flat())));
  const levels = o.marks ? Math.min(longest, 4) - 1 : 0; // marks above the row for taking two, three, four
  const row = make("div", { class: `strip c${o.colour}`, css: { "--up": `${Math.max(0, levels) * 24 + 8}px` } });
  const bar = make("div", { class: "bar" });
  const pins = [];
  let from = -1;
  let to = -1;
  let pressed = -1;
  const paint = () => {
    pins.forEach((pin, i) => {
      const inside = from >= 0 && i >= from && i <= to;
      pin.classList.toggle("chosen", inside);
      pin.setAttribute("aria-pressed", String(inside));
    });
    const hit = from >= 0 ? found(from, to) : null;
    const text = from < 0 ? "" : hit ? hit.text : word("board_no_take", { t: to - from + 1 });
    bar.replaceChildren(
      ...(hit
        ? [make("button", { type: "button", class: "at go button primary", on: { click: () => o.play(hit.move, hit.pieces) } }, text, o.marks ? markOf(hit.move) : "")]
        : from >= 0 ? [make("span", { class: "note", text })] : []),
    );
    o.show("", null);
  };
  const click = (i) => {
    if (from >= 0 && i >= from && i <= to) {
      const hit = found(from, to);
      if (hit) return o.play(hit.move, hit.pieces);
      from = to = -1;
    } else if (from >= 0 && (i === from - 1 || i === to + 1) && to - from + 1 < longest) [from, to] = [Math.min(from, i), Math.max(to, i)];
    else from = to = i;
    return paint();
  };
  for (let i = 0; i < n; i++) {
    const above = [];
    for (let t = 2; t <= levels + 1 && i + t <= n; t++) {
      const hit = found(i, i + t - 1);
      if (hit) above.push(make("span", { class: "span", css: { "--t": t } }, markOf(hit.move)));
    }
    const one = found(i, i);
    const pin = make(
      "button",
      {
        type: "button", class: "at pin", tabindex: -1, disabled: !o.active, "aria-pressed": "false",
        "aria-label": labelled(o.called + word("board_pin", { i: i + 1, n }), one && one.move, o.marks),
        on: {
          click: (event) => event.detail === 0 && click(i), // by keyboard; the pointer has its own way
          pointerdown: (event) => {
            pressed = i;
            event.currentTarget.releasePointerCapture?.(event.pointerId);
          },
          pointerenter: (event) => {
            if (pressed < 0 || event.buttons !== 1 || pressed === i) return;
            [from, to] = [Math.min(pressed, i), Math.max(pressed, i)];
            paint();
          },
          pointerup: () => {
            if (pressed === i && (from < 0 || from === to || (i >= from && i <= to) || i === from - 1 || i === to + 1)) click(i);
            else if (pressed === i) {
              from = to = i;
              paint();
            }
            pressed = -1;
          },
          mouseenter: () => from < 0 && one && o.show(one.text, o.marks ? one.move : null),
          mouseleave: () => from < 0 && o.show("", null),
        },
      },
      disc(o.marks && one ? markOf(one.move) : null),
    );
    pins.push(pin);
    row.append(make("span", { class: "slot" }, ...above, pin));
  }
  // Where the row wraps, a mark over neighbours that are parted says nothing.
  requestAnimationFrame(() => {
    const end = row.getBoundingClientRect().right + 2;
    for (const span of row.querySelectorAll(".span")) span.hidden = span.getBoundingClientRect().right > end;
  });
  row.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || from < 0) return;
    from = to = -1;
    paint();
  });
  return [row, heapCaption(n, o), n ? bar : null];
}

function rowText(taken, a, b) {
  const key = a && b ? "board_take_two" : a || b ? "board_take" : "board_take_all";
  return word(key, { t: number(taken), m: number(a + b), a: number(a), b: number(b) });
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
      const classes = `${odd}${i === least && j === least ? " home" : ""}`;
      if (!move) {
        const on = i === x && j === y;
        const was = o.was && o.was[0] === i && o.was[1] === j;
        root.append(make("span", { class: classes, role: on ? "img" : null, "aria-label": on ? word("board_token", { x, y }) : null }, on ? make("span", { class: "token" }) : was ? make("span", { class: "token was" }) : null));
        continue;
      }
      const text = o.called + word("board_to", { x: i, y: j });
      const cell = place(text, move, o, { class: `${classes}${o.marks && typeof move.win === "boolean" ? ` marked ${move.win ? "win" : "lose"}` : ""}` }, () => {
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
    return place(o.called + word(over ? "board_say_goal" : "board_say", { p: number(p), v: number(v) }), move, o, { class: `choice${o.marks && typeof move.win === "boolean" ? ` ${move.win ? "win" : "lose"}` : ""}` }, () => o.play(move, null), number(v), over ? "⚑" : null, o.marks ? markOf(move) : null);
  });
  return [make("div", { class: "numberboard" }, make("p", { class: "now", text: number(p) }), root), make("div", { class: "choices" }, ...choices), caption(make("span", { class: "code", text: o.title }))];
}

/* Which of the ways below draws a list: by one heap that tells the moves apart; by several heaps that only fall; as choices; or typed. */
function listKind(part, moves, complete) {
  const heaps = part.board.heaps;
  if (!complete || !isSmall(heaps) || !moves.length) return moves.length || complete ? "choices" : "typed";
  const single = moves.every((move) => move.to.length === 1 && move.to[0].length === heaps.length && isSmall(move.to[0]));
  if (!single) return "choices";
  const falls = (i) => moves.every((move) => move.to[0][i] < heaps[i]);
  const apart = (i) => new Set(moves.map((move) => move.to[0][i])).size === moves.length;
  if (heaps.some((h, i) => h <= 60 && falls(i) && apart(i))) return "steps";
  if (heaps.length > 1 && Math.max(...heaps) <= 30 && moves.every((move) => move.to[0].every((v, i) => v <= heaps[i]))) return "many";
  return "choices";
}

function stepsBoard(o) {
  const heaps = o.part.board.heaps;
  const i = heaps.findIndex((h, j) => h <= 60 && o.moves.every((m) => m.to[0][j] < h) && new Set(o.moves.map((m) => m.to[0][j])).size === o.moves.length);
  const byRest = new Map(o.moves.map((move) => [move.to[0][i], move]));
  const say = (rest) => `${o.called}${took(heaps[i], rest)}${byRest.has(rest) ? ` → (${byRest.get(rest).to[0].join(", ")})` : ""}`;
  const stack = stackOf(heaps[i], o, (rest) => byRest.get(rest), (rest, move) => o.play(move, null), { say, was: o.was ? o.was[i] : null });
  return [stack, caption(make("b", { text: `(${heaps.join(", ")})` }), make("span", { class: "code", text: o.title }))];
}

function manyBoard(o) {
  const heaps = o.part.board.heaps;
  const byKey = new Map(o.moves.map((move) => [move.to[0].join(), move]));
  const rest = [...heaps];
  const root = make("div", { class: "stacks" });
  const bar = make("div", { class: "bar" });
  const onlyOne = (i, v) => byKey.get(heaps.map((h, j) => (j === i ? v : rest[j])).join());
  // A counter may be chosen if some move leaves so many in this heap and takes at least one wherever one is chosen.
  const possible = (i, v) => o.moves.find(({ to: [t] }) => t[i] === v && rest.every((r, j) => j === i || r === heaps[j] || t[j] < heaps[j]));
  const paint = () => {
    const focus = document.activeElement && root.contains(document.activeElement) ? [...root.querySelectorAll(".at")].map((b) => b.dataset.id).indexOf(document.activeElement.dataset.id) : -1;
    root.replaceChildren(
      ...heaps.map((n, i) => {
        const choose = (v) => {
          rest[i] = rest[i] === v ? n : v;
          paint();
        };
        const stack = stackOf(n, { ...o, colour: (i % 4) + 1 }, (v) => (rest[i] === v ? true : possible(i, v)), choose, {
          chosen: rest[i], was: o.was ? o.was[i] : null, hint: (v) => onlyOne(i, v) || null,
          say: (v) => `${word("board_heap", { i: i + 1 })}: ${took(n, v)}`,
        });
        [...stack.querySelectorAll(".at")].forEach((b, k) => (b.dataset.id = `${i}.${k}`));
        return make("div", { class: "part" }, stack, caption(make("b", { text: rest[i] === n ? n : `${n} → ${rest[i]}` }), word("board_heap", { i: i + 1 })));
      }),
    );
    const move = byKey.get(rest.join());
    const any = rest.some((r, i) => r !== heaps[i]);
    const text = `(${heaps.join(", ")}) → (${rest.join(", ")})`;
    bar.replaceChildren(
      ...(move ? [make("button", { type: "button", class: "at go button primary", disabled: !o.active, on: { click: () => o.play(move, null) } }, `${word("board_play")} ${text}`, o.marks ? markOf(move) : "")]
        : any ? [make("span", { class: "note", text: word("board_not_yet", { text }) })] : []),
    );
    if (focus >= 0) root.querySelectorAll(".at")[focus]?.focus();
    if (root.isConnected) rove(o.root);
  };
  paint();
  return [root, caption(make("span", { class: "code", text: o.title })), bar];
}

function choicesBoard(o) {
  const shown = openly(o.moves, o).slice(0, 30);
  const label = (move) => {
    const after = move.text.slice(move.text.indexOf("->") + 2).trim();
    return after.length > 9 ? difference(o.heapsText, after) || (after.length > 26 ? `→ ${after.slice(0, 11)}…${after.slice(-11)}` : `→ ${after}`) : `→ ${after}`;
  };
  return [
    make("div", { class: `big${o.heapsText.length > 60 ? " long" : ""}`, text: number(o.heapsText), tabindex: o.heapsText.length > 200 ? 0 : null }),
    make(
      "div", { class: "choices" },
      ...shown.map((move) =>
        place(o.called + move.text.replace("->", "→"), move, o, { class: `choice${o.marks && typeof move.win === "boolean" ? ` ${move.win ? "win" : "lose"}` : ""}` }, () => o.play(move, null), label(move), o.marks ? markOf(move) : null),
      ),
    ),
    o.moves.length > shown.length || !o.complete || o.heapsText.length > 16 ? typedBox(o) : null,
    o.heapsText.length > 16 ? null : caption(make("span", { class: "code", text: o.title })),
  ];
}

/* A list that is not complete begins with the moves that win: while moves are not marked, only those are shown that do not tell. */
export function openly(moves, { marks, complete }) {
  const small = (move) => {
    const [before, after] = move.text.split("->").map((text) => text.trim());
    const change = difference(before, after || "");
    return change !== null && !/\d{4}/.test(change.replace(/\u202f/g, ""));
  };
  return marks || complete ? moves : moves.filter(small);
}

/* What a move changes, where the numbers are too long to compare by eye: "−3", "(−3, 0)"; null where heaps come or go. */
function difference(before, after) {
  const [old, now] = [before, after].map((text) => text.split(",").map((x) => x.trim()));
  if (old.length !== now.length || ![...old, ...now].every((x) => /^\d+$/.test(x))) return null;
  const change = old.map((x, i) => BigInt(now[i]) - BigInt(x)).map((d) => (d < 0n ? `−${number(-d)}` : d > 0n ? `+${number(d)}` : "0"));
  if (change.some((d) => d.length > 16)) return null;
  return change.length === 1 ? change[0] : `(${change.join(", ")})`;
}

/* What was typed, with "-3" for what is taken from a heap. */
function absolute(before, typed) {
  const old = before.split(",").map((x) => x.trim());
  const now = typed.replace(/^\(|\)$/g, "").split(",").map((x) => x.trim().replace("−", "-"));
  if (!now.some((x) => /^-\d+$/.test(x)) || now.length !== old.length || !old.every((x) => /^\d+$/.test(x))) return typed;
  return now.map((x, i) => (/^-\d+$/.test(x) ? String(BigInt(old[i]) + BigInt(x)) : x)).join(", ");
}

function typedBox(o) {
  const input = make("input", { type: "text", class: "at", disabled: !o.active, "aria-label": o.called + word("board_typed"), placeholder: word("board_typed"), autocomplete: "off", spellcheck: "false", inputmode: "text" });
  const form = make("form", { class: "typed", on: { submit: (event) => {
    event.preventDefault();
    if (input.value.trim()) o.typed(o.part, absolute(o.heapsText, input.value.trim()));
  } } }, input, make("button", { type: "submit", class: "at go button primary", disabled: !o.active, text: word("board_play") }));
  return form;
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

/* A move in words: its part, where there are several, and what becomes of it. */
export function moveWords(state, move, text) {
  const part = state.parts[move.part];
  const after = (text || move.text).replace("->", "→");
  if (state.parts.length < 2 || !part) return after;
  const alike = state.parts.every((p) => p.ruleset === part.ruleset);
  return `${alike || part.ruleset.length > 24 ? word("board_heap", { i: move.part + 1 }) : part.ruleset}: ${after}`;
}

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
  const kinds = state.parts.map((part, i) => (state.moves.some((move) => move.part === i) ? kindOf(state, i) : null));
  const three = state.moves.some((move) => state.parts[move.part].board.kind === "strip" && move.to.length > 2);
  return [...new Set([...kinds, three ? "more" : null].filter(Boolean))];
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
      name: word("board_heap", { i: index + 1 }),
      called: state.parts.length < 2 ? "" : alike ? `${word("board_heap", { i: index + 1 })}: ` : `${part.text}: `,
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
