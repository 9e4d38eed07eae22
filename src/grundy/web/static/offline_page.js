/* offline_page.js: the page of `grundy export-page`: the match of play.js with the engine of offline.js; the address keeps the position behind its "#". */
import { offlineEngine } from "./offline.js";
import { startPlay } from "./play.js";

const data = JSON.parse(document.getElementById("data").textContent);
const engine = offlineEngine(data);
const root = document.getElementById("play");

function optionsOf(query) {
  const given = data.match;
  const strength = Number(query.get("strength") || given.strength);
  const player = (name) => (["person", "machine"].includes(query.get(name)) ? query.get(name) : given[name]);
  return {
    position: query.get("position") || data.position,
    misere: engine.misere && (query.has("misere") ? query.get("misere") === "1" : given.misere),
    first: player("first"),
    second: player("second"),
    strength: strength >= 0 && strength <= 1 ? strength : 1,
    hints: ["off", "won", "all"].includes(query.get("hints")) ? query.get("hints") : given.hints,
  };
}

const here = () => new URLSearchParams(location.hash.slice(1));

if (!engine.misere) root.querySelector('input[name="misere"]').closest("label").hidden = true;

const match = startPlay(root, engine, {
  ...optionsOf(here()),
  trail: history.state && history.state.trail,
  write(settings, trail, replace) {
    const { position, misere, first, second, strength, hints } = settings;
    const query = new URLSearchParams({ position, misere: misere ? 1 : 0, first, second, strength, hints });
    history[replace ? "replaceState" : "pushState"](trail.length < 400 ? { trail } : null, "", `#${query}`);
  },
});

addEventListener("popstate", (event) => match.go(optionsOf(here()), event.state && event.state.trail));
