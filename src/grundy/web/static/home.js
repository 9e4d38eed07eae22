/* home.js: the first page: the box for any position or rules with live messages, the filter of the cards, and a match of Nim against the machine. */
import { errorBox, liveBox, make, ruleLines, say, word } from "./common.js";
import { serverEngine } from "./engine.js";
import { heapCaption, rove, stackOf } from "./places.js";

const lang = document.body.dataset.lang;
const engine = serverEngine(lang, word("common_no_server"));
const at = (id) => document.getElementById(id);

/* ---------- the box ---------- */

const input = at("text");
let answer = null;
const box = liveBox({
  input,
  note: at("askerror"),
  parse: (text) => engine.parse(text),
  found(given) {
    answer = given;
    const found = at("found");
    found.replaceChildren();
    if (!given) return;
    const told = !given.position ? "home_found_nothing" : `home_found_${given.kind}`;
    const rules = [given.words].flat().filter(Boolean);
    const next = given.kind === "position" && rules.length ? "" : word(told, { position: given.position && given.position.slice(given.position.lastIndexOf("[")) });
    const line = make("p", {}, ruleLines(rules, 4), rules.length > 1 ? make("br") : " ", next);
    const study = document.createElement("a");
    study.className = "button small";
    study.textContent = word("home_study");
    study.href = `/study?${new URLSearchParams({ lang, rules: given.rules || (given.kind === "position" ? given.text.replace(/\[[^[\]]*\].*$/, "") : given.text) })}`;
    found.append(line, study);
  },
});
at("ask").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!input.value.trim()) input.value = input.placeholder;
  await box.look();
  const refused = answer && answer.position && (await engine.state(answer.position, false).then(() => null, (error) => error));
  if (refused) return errorBox(at("askerror"), { ...refused, message: refused.message, at: null });
  if (answer && answer.position) location.href = `/play?${new URLSearchParams({ lang, position: answer.position })}`;
  else input.focus();
  return undefined;
});
for (const chip of document.querySelectorAll("[data-text]"))
  chip.addEventListener("click", () => {
    input.value = chip.dataset.text;
    box.look();
    input.focus();
  });
if (input.value.trim()) box.look();

/* ---------- the cards ---------- */

const cards = [...document.querySelectorAll("#cards .card")];
at("search").addEventListener("input", (event) => {
  const wanted = event.target.value.trim().toLowerCase();
  let shown = 0;
  for (const card of cards) {
    card.hidden = !`${card.dataset.name.replaceAll("_", " ")} ${card.querySelector("div").textContent}`.toLowerCase().includes(wanted);
    if (!card.hidden) shown++;
  }
  at("nogames").hidden = shown > 0;
});

/* ---------- a match, to have a go ---------- */

const START = new URL(at("demomore").href).searchParams.get("position");
const board = at("demo");
let run = 0;

function turn(text, foreign = false) {
  at("demoturn").textContent = text;
  if (foreign) at("demoturn").lang = "en";
  else at("demoturn").removeAttribute("lang");
  say(text);
}

/* Heaps only, without boards.js: the first page is to be small. */
function heap(state, before, active, i) {
  const [n] = state.parts[i].board.heaps;
  const name = word("board_heap", { i: i + 1 });
  const moves = new Map(state.moves.filter((move) => move.part === i).map((move) => [move.to.flat()[0] ?? 0, move]));
  const o = { colour: i + 1, active, marks: false, show() {}, called: `${name}${word("common_colon")}`, name, alike: true, count: state.parts.length };
  const was = before ? before.parts[i].board.heaps[0] : n;
  const stack = stackOf(n, o, (rest) => moves.get(rest), (rest, move) => played(state, move), { was });
  return make("section", { class: "part", "aria-label": name }, stack, heapCaption(n, o));
}

function draw(state, before, active) {
  const focus = board.contains(document.activeElement);
  board.style.minHeight = `${board.offsetHeight}px`;
  board.classList.toggle("waiting", !active);
  board.replaceChildren(...state.parts.map((part, i) => heap(state, before, active, i)));
  rove(board);
  if (focus) (board.querySelector('button.at[tabindex="0"]:not(:disabled)') || board).focus({ preventScroll: true });
  at("demoagain").hidden = state.position === START;
}

async function played(state, move) {
  const mine = ++run;
  try {
    const after = await engine.state(move.position, false);
    if (mine !== run) return;
    draw(after, state, false);
    if (after.over) return turn(word("home_demo_won"));
    turn(word("home_demo_thinking"));
    const [reply] = await Promise.all([engine.reply(move.position, false, 1), new Promise((done) => setTimeout(done, 700))]);
    if (mine !== run) return;
    const size = (s) => s.parts.reduce((sum, part) => sum + part.component[0], 0);
    draw(reply.state, after, !reply.state.over);
    turn(reply.state.over ? word("home_demo_lost") : word("home_demo_machine", { t: size(after) - size(reply.state) }));
  } catch (error) {
    if (mine === run) turn(error.message, error.foreign);
  }
}

async function begin() {
  const mine = ++run;
  try {
    const state = await engine.state(START, false);
    if (mine === run) draw(state, null, true);
    at("demoturn").textContent = word("home_demo_turn");
  } catch (error) {
    turn(error.message, error.foreign);
  }
}
board.tabIndex = -1;
at("demoagain").addEventListener("click", () => {
  begin().then(() => board.querySelector("button.at")?.focus({ preventScroll: true }));
});
begin();
