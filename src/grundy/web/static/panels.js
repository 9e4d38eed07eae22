/* panels.js: what stands around the board of a match. at(id) gives the element of _play.html with that data-id; nothing here keeps a state.

   rulesPanel(at, {state, misere, engine, study, late})   title and rules in words; late() says that another position has come meanwhile
   movesPanel(at, {state, marks, active, play})   the list of moves, filtered
   trailPanel(at, {trail, marks, nameOf})   the match so far
   bannerPanel(at, {who, kind, trail, misere, nameOf, restart, backTo, openWhy})   the end: kind of the winner is "you", "machine" or "player"
   badgePanel(at, {state, shown, unknown, twoPeople})   whether the player to move can win, and how many moves are left; or that nobody knows
   slipOf(trail, who)   the number of the move by which the other one gave the win away to `who`; -1
   sayingPanel(at, text, move)   what the pointer is on; the letter of the move where it is given
   spoken(text)   a move's text, cut where it is long */
import { moveWords } from "./boards.js";
import { make, number, ruleLines, say, word } from "./common.js";
import { openly } from "./lists.js";

export function spoken(text) {
  return text.length > 160 ? `${text.slice(0, 80)}…${text.slice(-70)}` : text;
}

async function rulesInWords(parts, engine) {
  const seen = new Map();
  const games = await engine.games().catch(() => []);
  for (const part of parts) {
    if (seen.has(part.ruleset)) continue;
    const game = games.find((g) => g.name === part.ruleset.split(/[([]/)[0]);
    const words = game && !(game.parameters || []).length ? game.words : (await engine.parse(part.text)).words;
    seen.set(part.ruleset, { title: game ? game.title : "", words: [words].flat().filter(Boolean) });
  }
  return seen;
}

export async function rulesPanel(at, { state, misere, engine, study, late }) {
  const goal = make("p", {}, make("strong", { text: word(misere ? "play_goal_misere" : "play_goal") }));
  at("rules").replaceChildren(goal);
  const seen = await rulesInWords(state.parts, engine).catch(() => new Map());
  if (late()) return;
  const lines = [...seen].map(([ruleset, { title, words }]) =>
    make("p", {}, seen.size > 1 ? make("b", { text: `${title || ruleset}${word("common_colon")}` }) : "", ruleLines(words, 6), ...(study ? [" ", make("a", { href: study(ruleset), text: word("play_study") })] : [])),
  );
  at("rules").replaceChildren(...lines, goal);
  const [only] = [...seen.values()];
  const title = seen.size === 1 ? only.title : "";
  at("title").textContent = title || state.position.slice(0, 300);
  at("title").classList.toggle("code", !title);
}

function letter(win) {
  if (typeof win !== "boolean") return null;
  return make("b", { class: `mark ${win ? "win" : "lose"}`, text: word(win ? "common_W" : "common_L"), title: word(win ? "common_wins" : "common_loses") });
}

export function movesPanel(at, { state, marks, active, play }) {
  const bare = (text) => text.toLowerCase().replaceAll(" ", "");
  const wanted = bare(at("filter").value);
  const listed = openly(state.moves, { marks, complete: state.complete });
  const fits = listed.filter((move) => bare(`${move.text} ${move.position}`).includes(wanted));
  const middle = (text) => (text.length > 90 ? `${text.slice(0, 42)}…${text.slice(-42)}` : text);
  at("count").textContent = state.complete ? number(state.count ?? state.moves.length) : word("play_many_moves");
  at("moves").replaceChildren(
    ...fits.slice(0, 120).map((move) =>
      make("li", {}, make("button", { type: "button", disabled: !active, on: { click: () => play(move) } }, marks ? letter(move.win) : null, make("span", { text: middle(moveWords(state, move)) }))),
    ),
  );
  let note = "";
  if (!state.complete) note = word("play_moves_some");
  else if (fits.length > 120) note = word("play_moves_more", { n: fits.length - 120 });
  else if (!fits.length && !state.over) note = word("play_moves_none");
  at("movesnote").textContent = note;
}

export function trailPanel(at, { trail, marks, nameOf }) {
  const list = at("trail");
  at("trailnote").hidden = trail.length > 0;
  list.replaceChildren(
    ...trail.map((step) => make("li", {}, make("span", { class: "who", text: nameOf(step.who) }), make("span", { class: "code", text: spoken(step.text) }), marks ? letter(step.win) : null)),
  );
  list.scrollTop = list.scrollHeight;
}

/* The last move that gave the win away, by the player who has lost: from a position that was won to one that the other wins. */
export function slipOf(trail, who) {
  for (let i = trail.length - 1; i >= 0; i--) if (trail[i].who !== who && trail[i].win === false && trail[i].outcome === "N") return i;
  return -1;
}

export function bannerPanel(at, { who, kind, trail, misere, nameOf, restart, backTo, openWhy }) {
  const banner = at("banner");
  if (!trail.length) {
    banner.className = "banner";
    banner.replaceChildren(make("h2", { text: word("play_nothing") }), make("p", { text: word("play_nothing_next") }));
    return;
  }
  banner.className = `banner ${kind === "machine" ? "lose" : "win"}`;
  const title = kind === "player" ? word("play_player_won", { n: who + 1 }) : word(kind === "you" ? "play_you_won" : "play_machine_won");
  const loser = { player: "player", you: "machine", machine: "you" }[kind];
  const slip = slipOf(trail, who);
  const known = trail.every((step) => typeof step.win === "boolean");
  let told = known ? word(`play_never_${loser}`, { who: nameOf(1 - who) }) : "";
  if (slip >= 0) told = word(`play_slip_${loser}`, { n: slip + 1, move: spoken(trail[slip].text), who: nameOf(1 - who) });
  const button = (text, act, more) => make("button", { type: "button", class: "button", text: word(text), on: { click: act }, ...more });
  banner.replaceChildren(
    make("h2", { text: title }),
    make("p", { text: `${word(misere ? "play_last_loses" : "play_last_wins")} ${told}`.trim() }),
    make("div", { class: "row" },
      button("play_again", restart, { class: "button primary", "data-id": "again" }),
      slip >= 0 ? button("play_back_there", () => backTo(slip)) : null,
      button("play_see_why", () => openWhy(trail[Math.max(slip, 0)].from)),
    ),
  );
  say(`${title} ${told}`);
}

export function badgePanel(at, { state, shown, unknown, twoPeople }) {
  const badge = at("won");
  const left = at("left");
  badge.hidden = !shown || !state.outcome;
  left.textContent = unknown ? word(twoPeople ? "play_unknown" : "play_unknown_machine") : "";
  if (!shown || unknown) return;
  const win = state.outcome === "N";
  badge.className = `badge ${win ? "win" : "lose"}`;
  badge.replaceChildren(make("b", { class: "mark", "aria-hidden": "true", text: word(win ? "common_W" : "common_L") }), word(`play_${win ? "won" : "lost"}${twoPeople ? "" : "_you"}`));
  const count = state.remoteness;
  if (Number.isInteger(count)) left.textContent = count === 1 ? word("play_left_one") : word("play_left", { n: count });
}

export function sayingPanel(at, text, move) {
  const told = move && typeof move.win === "boolean" ? [letter(move.win), ` ${word(move.win ? "common_wins" : "common_loses")}`] : [];
  at("saying").replaceChildren(make("strong", { text }), ...told);
}
