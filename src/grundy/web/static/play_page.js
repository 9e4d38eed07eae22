/* play_page.js: the play page of the server: reads the address, makes the engine, starts play.js, writes the address. */
import { moveWords } from "./boards.js";
import { languageLinks, word } from "./common.js";
import { serverEngine } from "./engine.js";
import { startPlay } from "./play.js";

const lang = document.body.dataset.lang;
const [MOST, LONGEST] = [60, 4000]; // moves that a link may carry, and its characters

function optionsOf(query) {
  const strength = Number(query.get("strength") || 1);
  return {
    position: query.get("position") || "nim[3, 5, 7]",
    misere: ["1", "true"].includes(query.get("misere")),
    first: query.get("first") === "machine" ? "machine" : "person",
    second: query.get("second") === "person" || query.get("first") === "machine" ? "person" : "machine",
    strength: strength >= 0 && strength <= 1 ? strength : 1,
    hints: ["won", "all"].includes(query.get("hints")) ? query.get("hints") : "off",
  };
}

/* A link with a strength that is none is not followed without a word. */
function noticeOf(query) {
  const given = query.get("strength") || "1";
  return Number(given) >= 0 && Number(given) <= 1 ? "" : word("play_no_strength", { text: given.slice(0, 40) });
}

function addressOf(s) {
  const query = new URLSearchParams({ position: s.position });
  if (s.misere) query.set("misere", "1");
  if (s.first !== "person") query.set("first", s.first);
  if (s.second !== "machine") query.set("second", s.second);
  if (s.strength !== 1) query.set("strength", s.strength);
  if (s.hints !== "off") query.set("hints", s.hints);
  query.set("lang", lang);
  return `${location.pathname}?${query}`;
}

/* A link that is shared carries the match so far, while it is short: the positions before this one. */
function sharedAddress(settings, trail) {
  const address = new URL(addressOf(settings), location.href);
  for (const { from } of trail) address.searchParams.append("past", from);
  return address.href.length < LONGEST ? address.href : new URL(addressOf(settings), location.href).href;
}

/* The moves that a link carries, as far as they are moves; the state of each position says which move it was, and if it won. */
async function pastOf(query, engine, { position, misere }) {
  const past = query.getAll("past");
  if (!past.length || past.length > MOST) return null;
  try {
    let before = await engine.state(past[0], misere);
    const trail = [];
    for (const to of [...past.slice(1), position]) {
      const after = await engine.move(before.position, to, misere);
      const win = { N: false, P: true }[after.outcome] ?? null;
      trail.push({ from: before.position, to: after.position, text: moveWords(before, after.move), who: trail.length % 2, win, outcome: before.outcome });
      before = after;
    }
    return trail;
  } catch {
    return null; // no such match: then only the position counts
  }
}

/* The moves so far outlive a change of the language, which loads the page anew. */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem("trail"));
  } catch {
    return null;
  } finally {
    sessionStorage.removeItem("trail");
  }
}
for (const link of document.querySelectorAll("[data-lang-link]"))
  link.addEventListener("click", () => sessionStorage.setItem("trail", JSON.stringify((history.state && history.state.trail) || null)));

const query = new URLSearchParams(location.search);
const engine = serverEngine(lang, word("common_no_server"));
const given = optionsOf(query);
const known = (history.state && history.state.trail) || kept();
const past = known ? null : await pastOf(query, engine, given);
if (past) {
  given.position = past[past.length - 1].to;
  history.replaceState({ trail: past }, "");
}

const match = startPlay(document.getElementById("play"), engine, {
  ...given,
  notice: noticeOf(query),
  trail: known || past,
  study: (rules) => `/study?${new URLSearchParams({ rules, lang })}`,
  share: sharedAddress,
  write(settings, moves, replace) {
    const state = moves.length < 400 ? { trail: moves } : null;
    history[replace ? "replaceState" : "pushState"](state, "", addressOf(settings));
    languageLinks();
  },
});

addEventListener("popstate", (event) => match.go(optionsOf(new URLSearchParams(location.search)), event.state && event.state.trail));
