/* strips.js: one heap that may be split, in a row. "cut": it is cut between objects, or taken from an end like a heap. "row": neighbours are taken, and
   what is left may be two rows. stripKind tells which, from the moves. */
import { make, number, word } from "./common.js";
import { canonical, disc, heapCaption, labelled, markOf, place, sumOf, took } from "./places.js";

export function stripKind(moves, n) {
  const two = moves.filter((move) => move.to.filter((piece) => piece[0] > 0).length === 2);
  return two.some((move) => sumOf(move.to.flat()) < n) || !two.length ? "row" : "cut";
}

export function cutBoard(o) {
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

export function rowBoard(o) {
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
