/* lists.js: components that have no board of their own: by one heap that tells the moves apart ("steps"), by several heaps that only fall ("many"),
   as choices, or typed. openly(moves, {marks, complete}) are the moves that may be listed without telling which win. */
import { make, number, word } from "./common.js";
import { caption, isSmall, markOf, place, rove, signOf, stackOf, took } from "./places.js";

/* Which of the ways below draws a list: by one heap that every move lowers (board.falls) and that tells the moves apart; by several heaps that only fall; as choices; or typed. */
export function listKind(part, moves, complete) {
  const heaps = part.board.heaps;
  if (!complete || !isSmall(heaps) || !moves.length) return moves.length || complete ? "choices" : "typed";
  const single = moves.every((move) => move.to.length === 1 && move.to[0].length === heaps.length && isSmall(move.to[0]));
  if (!single) return "choices";
  const falls = (i) => moves.every((move) => move.to[0][i] < heaps[i]);
  const apart = (i) => new Set(moves.map((move) => move.to[0][i])).size === moves.length;
  if ((part.board.falls || []).some((i) => heaps[i] <= 60 && falls(i) && apart(i))) return "steps";
  if (heaps.length > 1 && Math.max(...heaps) <= 30 && moves.every((move) => move.to[0].every((v, i) => v <= heaps[i]))) return "many";
  return "choices";
}

export function stepsBoard(o) {
  const heaps = o.part.board.heaps;
  const i = o.part.board.falls.find((j) => heaps[j] <= 60 && new Set(o.moves.map((m) => m.to[0][j])).size === o.moves.length);
  const byRest = new Map(o.moves.map((move) => [move.to[0][i], move]));
  const say = (rest) => `${o.called}${took(heaps[i], rest)}${byRest.has(rest) ? ` → (${byRest.get(rest).to[0].join(", ")})` : ""}`;
  const stack = stackOf(heaps[i], o, (rest) => byRest.get(rest), (rest, move) => o.play(move, null), { say, was: o.was ? o.was[i] : null });
  const most = Math.max(...o.moves.map((move) => heaps[i] - move.to[0][i]));
  return [stack, caption(make("b", { text: `(${heaps.join(", ")})` }), word("board_at_most", { t: number(most) }), make("br"), make("span", { class: "code", text: o.title }))];
}

export function manyBoard(o) {
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
          say: (v) => `${word("board_heap", { i: i + 1 })}${word("common_colon")}${took(n, v)}`,
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

export function choicesBoard(o) {
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
        place(o.called + move.text.replace("->", "→"), move, o, { class: `choice${o.marks && typeof move.win === "boolean" ? ` ${move.win ? "win" : "lose"}` : ""}` }, () => o.play(move, null), label(move), o.marks ? signOf(move) : null),
      ),
    ),
    o.moves.length > shown.length || !o.complete || o.heapsText.length > 16 ? typedBox(o) : null,
    o.heapsText.length > 16 ? null : caption(make("span", { class: "code", text: o.title })),
  ];
}

/* A list that is not complete begins with the moves that win: while moves are not marked, only those are shown that do not tell:
   no move that wins but among others that change as much, and none by its place. */
export function openly(moves, { marks, complete }) {
  const small = (move) => {
    const [before, after] = move.text.split("->").map((text) => text.trim());
    const change = difference(before, after || "");
    return change !== null && !/\d{4}/.test(change.replace(/\u202f/g, ""));
  };
  if (marks || complete) return moves;
  const shown = moves.filter(small);
  const reach = (part) => moves.reduce((most, move) => (move.part === part && move.win !== true && size(move) > most ? size(move) : most), 0n);
  return shown.filter((move) => move.win !== true || size(move) <= reach(move.part)).sort((a, b) => a.part - b.part || compared(size(a), size(b)) || compared(b.text, a.text));
}

/* By how much a move changes what it changes most; as far as the numbers are exact. */
function size(move) {
  const [old, now] = move.text.split("->").map((text) => text.split(/[,&]/).map((x) => x.trim()));
  const changes = old.map((x, i) => (/^\d+$/.test(x) && /^\d+$/.test(now[i]) ? BigInt(x) - BigInt(now[i]) : 0n));
  return changes.map((d) => (d < 0n ? -d : d)).reduce((most, d) => (d > most ? d : most), 0n);
}

const compared = (x, y) => (x < y ? -1 : x > y ? 1 : 0);

/* What a move changes, where the numbers are too long to compare by eye: "−3", "(−3, 0)"; null where heaps come or go. */
function difference(before, after) {
  const [old, now] = [before, after].map((text) => text.split(",").map((x) => x.trim()));
  if (old.length !== now.length || ![...old, ...now].every((x) => /^\d+$/.test(x))) return null;
  const change = old.map((x, i) => BigInt(now[i]) - BigInt(x)).map((d) => (d < 0n ? `−${number(-d)}` : d > 0n ? `+${number(d)}` : "0"));
  if (change.some((d) => d.length > 16)) return null;
  return change.length === 1 ? change[0] : `(${change.join(", ")})`;
}

/* What may be typed, for instance; without telling a move that wins where moves are not marked. */
function exampleOf(o) {
  const { typing } = o.part;
  const moves = openly(o.moves, o);
  const leave = typing ? typing.leave : moves.length ? moves[moves.length - 1].text.split("->")[1].trim() : null;
  if (leave) return word("board_typed", { example: leave });
  if (!typing) return word("board_typed_any");
  return word("board_typed", { example: word(typing.from ? "board_typed_from" : "board_typed_take", { t: typing.take, i: typing.from }) });
}

function typedBox(o) {
  const input = make("input", { type: "text", class: "at", disabled: !o.active, "aria-label": o.called + word("board_typed_any"), placeholder: exampleOf(o), autocomplete: "off", spellcheck: "false", inputmode: "text" });
  const form = make("form", { class: "typed", on: { submit: (event) => {
    event.preventDefault();
    if (input.value.trim()) o.typed(o.part, input.value.trim());
  } } }, input, make("button", { type: "submit", class: "at go button primary", disabled: !o.active, text: word("board_play") }));
  return form;
}
