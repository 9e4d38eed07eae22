/* explain.js: why a position is won or lost, as Explanation JSON (explain/explanation.py), from the graph of offline.js.

   The sentences are those of the section "explain" of the texts, which the page holds as words "explain.<key>"; how the value of a component comes about by its law is told in
   data.told, made where the page was made. */
import { word } from "./common.js";

const FEW = 12;

const say = (key, values) => word(`explain.${key}`, values);

function listed(texts, key = "and") {
  if (texts.length < 2) return texts.join("");
  return say(`list.${key}`, { most: texts.slice(0, -1).join(say("list.comma")), last: texts[texts.length - 1] });
}

function ordinal(i) {
  const text = say(`ordinal.${i}`);
  return text === `explain.ordinal.${i}` ? say("ordinal.more", { i }) : text;
}

const binary = (n, width) => n.toString(2).padStart(width, "0");
const joined = (values) => values.join(" xor ") || "0";
const inside = ({ heaps }) => (heaps.length === 1 ? String(heaps[0]) : `(${heaps.join(", ")})`);

/* ---------- moves in words ---------- */

const sameHeaps = (parts) => parts.every(({ ruleset }) => ruleset === parts[0].ruleset) && parts[0].ruleset.heaps === 1;

function partWords(parts, i) {
  const which = ordinal(i + 1);
  if (sameHeaps(parts)) return say(parts[i].ruleset.taken.length ? "part.heap" : "part.number", { which });
  return say("part.component", { which, component: parts[i].text });
}

function heapMove(ruleset, heap, left, count, said) {
  const ending = said.which ? "_which" : "";
  if (count > 1) return say((left === heap ? "move.split" : "move.leave") + ending, { ...said, count: heap - left });
  if (!count) return say(`move.all${ending}`, said);
  return say((left < heap && ruleset.taken.length ? "move.take" : "move.replace") + ending, { ...said, count: heap - left });
}

function componentMove(part, to, which) {
  const { ruleset, heaps } = part;
  const before = inside(part);
  const after = to.map(inside).join(say("list.plus"));
  const numbers = [part, ...to].every((one) => one.heaps.every((heap) => Number.isInteger(heap)));
  if (numbers && heaps.length === 1) {
    return heapMove(ruleset, heaps[0], to.reduce((sum, one) => sum + one.heaps[0], 0), to.length, { before, after, which });
  }
  const taken = numbers && to.length === 1 ? heaps.map((heap, i) => [i, heap - to[0].heaps[i]]).filter(([i, count]) => count > 0 && ruleset.taken.includes(i)) : [];
  if (!taken.length) return say("move.go", { before, after: after || say("move.nothing") });
  const takes = listed(taken.map(([i, count]) => say("move.from", { count, which: ordinal(i + 1) })));
  return say("move.take_several", { takes, before, after });
}

function moveWords(parts, i, to) {
  const heaps = parts.length > 1 && sameHeaps(parts);
  const text = componentMove(parts[i], to, heaps ? ordinal(i + 1) : "");
  return parts.length === 1 || heaps ? text : say("move.inside", { part: partWords(parts, i), move: text });
}

/* ---------- values in words ---------- */

/* How the value of component i comes about: by its law, else by the mex of its options. */
function valueTold(graph, i) {
  const told = graph.data.told && graph.data.told[i];
  if (told && told.length) return told;
  const x = inside(graph.components[i]);
  const options = graph.optionsOf(i);
  const v = graph.data.values[i];
  if (!options.length) return [say("options.none", { x })];
  if (options.length > FEW) return [say("options.value", { x, v })];
  const named = options.map((option) => {
    const values = option.map((j) => graph.data.values[j]);
    const total = graph.nimSum(option);
    const option_text = option.map((j) => inside(graph.components[j])).join(say("list.plus")) || say("move.nothing");
    return [say("options.one", { option: option_text, value: values.length > 1 ? `${joined(values)} = ${total}` : total }), total];
  });
  const values = [...new Set(named.map(([, total]) => total))].sort((a, b) => a - b);
  return [say("options.mex", { x, options: named.map(([text]) => text).join(say("list.semicolon")), values: values.join(", "), v })];
}

const byOutcome = (graph, position) => position.length === 1 && graph.components[position[0]].ruleset.about === "outcome" && Boolean(graph.data.told);

function nimSumTold(values, total) {
  const width = Math.max(1, ...values.map((value) => value.toString(2).length));
  if (values.length > 8 || width > 40) return say("sum.plain", { xor: joined(values), s: total });
  const rows = values.map((value) => `${value} = ${binary(value, width)}`).join(", ");
  if (!total) return say("sum.even", { rows });
  const columns = Array.from({ length: width }, (_, k) => 2 ** (width - 1 - k)).filter((bit) => total & bit);
  return say(columns.length > 1 ? "sum.odd" : "sum.odd_one", { rows, columns: listed(columns.map(String)), bits: binary(total, width), s: total });
}

function sumReasons(graph, position, parts, move) {
  const values = position.map((i) => graph.data.values[i]);
  const total = graph.nimSum(position);
  const several = !sameHeaps(parts);
  const different = [...new Set(position)];
  const reasons = different.slice(0, 6).flatMap((i) => {
    const told = valueTold(graph, i);
    return several ? [say("sum.of", { component: graph.components[i].text, told: told[0] }), ...told.slice(1)] : told;
  });
  if (different.length > 6) reasons.push(say("sum.others", { count: different.length - 6 }));
  reasons.push(nimSumTold(values, total));
  if (!total) reasons.push(say("sum.lost"));
  else reasons.push(say("sum.won", { part: partWords(parts, move.part), v: values[move.part], s: total, u: values[move.part] ^ total }));
  return reasons;
}

function normalReasons(graph, position, parts, move) {
  if (position.length > 1) return sumReasons(graph, position, parts, move);
  const kind = byOutcome(graph, position) ? "outcome" : "value";
  return [...valueTold(graph, position[0]), say(`single.${kind}_${move ? "won" : "lost"}`)];
}

/* In misère play: what the moves lead to. */
function misereReasons(graph, position, moves, move) {
  const reasons = [say("misere.rule")];
  if (moves.length && moves.length <= FEW) {
    const texts = moves.map((one) => say(one.win ? "misere.lost_option" : "misere.won_option", { x: graph.textOf(one.position) }));
    reasons.push(say("misere.options", { options: [...new Set(texts)].join(say("list.semicolon")) }));
  }
  return [...reasons, say(move ? "misere.some_option" : "misere.no_option")];
}

function reaches(graph, move, misere) {
  const { position } = move;
  if (position.every((i) => !graph.optionsOf(i).length)) return misere ? say("misere.reached", { x: graph.textOf(position) }) : say("single.last_move");
  if (misere) return say("misere.reached", { x: graph.textOf(position) });
  if (position.length > 1) return say("sum.reached", { xor: joined(position.map((i) => graph.data.values[i])) });
  const told = valueTold(graph, position[0]).join(say("list.space").replace("_", " "));
  return byOutcome(graph, position) ? told : `${told} ${say("single.zero")}`;
}

function barsOf(graph, position, parts, move) {
  if (position.length < 2 || position.length > 64) return null;
  const rows = parts.map((part, i) => ({ label: part.text, value: graph.data.values[position[i]] }));
  const sum = graph.nimSum(position);
  return { rows, sum, target: move ? { row: move.part, value: rows[move.part].value ^ sum } : null };
}

/* ---------- hints ---------- */

function where(graph, position, parts, move, misere) {
  if (position.length > 1) return say(sameHeaps(parts) ? "hint.heap" : "hint.part", { part: partWords(parts, move.part) });
  const before = parts[0].heaps;
  const after = move.option.length ? graph.components[move.option[0]].heaps : [0];
  if (before.length > 1 && move.option.length === 1) return whichHeaps(parts[0].ruleset.taken, before, after);
  if (!misere && move.option.every((i) => !graph.optionsOf(i).length)) return say("hint.end_it");
  if (move.option.length > 1) {
    const [a, b] = move.option;
    const key = move.option.length > 2 ? "several" : a === b ? "equal" : "two";
    return say(misere ? "hint.aim_somewhere" : `hint.aim_${key}`);
  }
  return howMuch(before[0], after[0]);
}

function whichHeaps(taken, before, after) {
  const changed = before.map((heap, i) => i).filter((i) => before[i] !== after[i]);
  const heaps = changed.filter((i) => taken.includes(i));
  if (changed.length > 1 && heaps.length === 1) return howMuch(before[heaps[0]], after[heaps[0]]);
  const one = changed.length === 1;
  const key = heaps.length === changed.length ? `take_${one ? "one" : "several"}` : one ? "one_heap" : "several_heaps";
  return say(`hint.${key}`, { which: listed(changed.map((i) => ordinal(i + 1))) });
}

/* Whether more or less than half of a heap is left, where it is large enough for that to say something. */
function howMuch(before, after) {
  const numbers = Number.isInteger(before) && Number.isInteger(after);
  if (numbers && after > before) return say("hint.raise");
  if (!numbers || before < 4) return say("hint.aim_somewhere");
  const least = Math.ceil(before / 2);
  return say(after >= least ? "hint.leave_much" : "hint.leave_little", { heap: before, least });
}

function hintsOf(graph, position, parts, move, words, any, misere) {
  if (move) return [say("hint.won"), where(graph, position, parts, move, misere), say("hint.move", { move: words })];
  return [say("hint.lost"), say("hint.any_move"), say("hint.take_little", { move: any })];
}

/* ---------- all of it ---------- */

function over(graph, position, misere) {
  const headline = say(`headline.over_${misere ? "misere" : "normal"}`);
  const outcome = misere ? "N" : "P";
  return { position: graph.textOf(position), outcome, headline, reasons: [], bars: null, move: null, laws: [], by: say("by.over"), hints: [headline, say("hint.over"), say("hint.over")] };
}

export function explained(graph, position, misere) {
  const moves = graph.movesOf(position, misere);
  if (!moves.length) return over(graph, position, misere);
  const parts = position.map((i) => graph.components[i]);
  const worded = (move) => moveWords(parts, move.part, move.option.map((i) => graph.components[i]));
  const best = graph.bestOf(position, misere)[0];
  const move = best.win ? best : null;
  const text = worded(best);
  const laws = misere ? [] : [...new Set(parts.map(({ ruleset }) => ruleset))].flatMap((ruleset) => ruleset.laws);
  return {
    position: graph.textOf(position),
    play: misere ? "misere" : "normal",
    lang: graph.data.lang,
    outcome: move ? "N" : "P",
    headline: move ? say("headline.won", { move: text }) : say("headline.lost"),
    reasons: misere ? misereReasons(graph, position, moves, move) : normalReasons(graph, position, parts, move),
    bars: misere ? null : barsOf(graph, position, parts, move),
    move: move ? { part: move.part, to: move.option.map((i) => graph.components[i].heaps), position: graph.textOf(move.position), text, reaches: reaches(graph, move, misere) } : null,
    laws,
    by: word("offline_by"),
    hints: hintsOf(graph, position, parts, move, text, text, misere),
  };
}
