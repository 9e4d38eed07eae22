/* places.js: what boards are made of: places that can be clicked or reached by keys, counters in stacks, marks.

   place(text, move, o, props, act, ...children)  a button of a board; `text` is shown while the pointer or the focus is on it.
   stackOf(n, o, find, act, more)  n counters in rows from below; counter k leads to the heap k - 1 where find(k - 1) is a move.
   focusNear(root, box)  focuses the place nearest to where the focus was; false where there is none, and root has the focus.
   markOf(move)  the letter of a move that wins or loses; signOf(move)  the same beside a text.   rove(root)  one tab stop; arrow keys go to the nearest place in that direction
   (all with class "at"; those with class "go" are tab stops, too).   canonical(to)  key of an option without empty heaps and without order. */
import { make, number, word } from "./common.js";

export const sumOf = (list) => list.reduce((a, b) => a + b, 0);
export const isSmall = (list) => list.every((x) => Number.isSafeInteger(x));

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

export function focusNear(root, box) {
  const places = [...root.querySelectorAll("button.at")].filter((b) => !b.disabled);
  const far = (b) => {
    const r = b.getBoundingClientRect();
    return Math.hypot(r.left + r.width / 2 - box.left - box.width / 2, r.top + r.height / 2 - box.top - box.height / 2);
  };
  if (!places.length) root.tabIndex = -1;
  const nearest = places.length ? places.reduce((best, b) => (far(b) < far(best) ? b : best)) : root;
  nearest.focus({ preventScroll: true });
  return places.length > 0;
}

export function markOf(move) {
  if (!move || typeof move.win !== "boolean") return null;
  return make("b", { class: `mark ${move.win ? "win" : "lose"}`, "aria-hidden": "true", text: word(move.win ? "common_W" : "common_L") });
}

/* The same beside a text: drawn by the style sheet, since what can be read on a button stands in its name, too. */
export function signOf(move) {
  const mark = markOf(move);
  if (mark) mark.dataset.letter = mark.textContent;
  mark?.replaceChildren();
  return mark;
}

export const labelled = (text, move, marks) =>
  marks && move && typeof move.win === "boolean" ? `${text} (${word(move.win ? "common_wins" : "common_loses")})` : text;

/* A button of a board: `text` is said on focus and hover, `act` plays. */
export function place(text, move, o, props, act, ...children) {
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

export const disc = (...children) => make("span", { class: "disc" }, ...children);
export const caption = (...children) => make("p", { class: "caption" }, ...children);
export const took = (n, m) => word(m === 0 ? "board_take_all" : "board_take", { t: number(n - m), m: number(m) });

export function heapCaption(n, o) {
  return o.alike ? caption(make("b", { text: number(n) }), o.count > 1 ? o.name : null) : caption(make("b", { text: number(n) }), make("span", { class: "code", text: o.title }));
}

/* n counters in rows from below; counter k leads to the heap k - 1 where find(k - 1) is a move. */
export function stackOf(n, o, find, act, { was = o.was, chosen = null, say = null, hint = null } = {}) {
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
