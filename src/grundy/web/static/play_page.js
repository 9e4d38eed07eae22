/* play_page.js: the play page of the server: reads the address, makes the engine, starts play.js, writes the address. */
import { languageLinks, word } from "./common.js";
import { serverEngine } from "./engine.js";
import { startPlay } from "./play.js";

const lang = document.body.dataset.lang;

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

const match = startPlay(document.getElementById("play"), serverEngine(lang, word("common_no_server")), {
  ...optionsOf(new URLSearchParams(location.search)),
  notice: noticeOf(new URLSearchParams(location.search)),
  trail: (history.state && history.state.trail) || kept(),
  study: (rules) => `/study?${new URLSearchParams({ rules, lang })}`,
  share: (settings) => new URL(addressOf(settings), location.href).href,
  write(settings, trail, replace) {
    const state = trail.length < 400 ? { trail } : null;
    history[replace ? "replaceState" : "pushState"](state, "", addressOf(settings));
    languageLinks();
  },
});

addEventListener("popstate", (event) => match.go(optionsOf(new URLSearchParams(location.search)), event.state && event.state.trail));
