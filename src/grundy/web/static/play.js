/* play.js: a match on a page: the markup of _play.html (elements by data-id), an engine (engine.js) and boards.js. No game is known here.

   startPlay(root, engine, options) -> { go(options, trail) }
   options = { position, misere, first, second, strength, hints, trail,
     first/second   "person" or "machine": who is to move at `position`, and the other one
     study(ruleset) -> URL of its study; null: no such link
     notice         a sentence to be shown at the start, or nothing
     share(settings, trail) -> URL or null (then there is no share button)
     write(settings, trail, replace)   puts position and settings into the address; null where there is none }
   trail = [{from, to, text, who}] the moves so far: positions as texts, who: 0 or 1 (0 moved first).
   Here are the controls; the match itself is in match.js, what it shows in showing.js, what happens in acting.js, hints and reasons in helping.js. */
import { addActing } from "./acting.js";
import { copied, liveBox, word } from "./common.js";
import { addHelping } from "./helping.js";
import { matchOf } from "./match.js";
import { addShowing } from "./showing.js";

export function startPlay(root, engine, options) {
  const m = matchOf(root, engine, options);
  for (const add of [addShowing, addActing, addHelping, addSettings, addButtons, addTexts]) add(m);

  if (options.trail) m.readTrail(options.trail, options.position);
  if (m.trail.length % 2) m.players.reverse();
  m.load({ announce: options.notice, notice: options.notice });

  return {
    go(given, givenTrail) {
      m.anew();
      Object.assign(m.s, { position: given.position, misere: given.misere, hints: given.hints, strength: given.strength });
      m.readTrail(givenTrail, given.position);
      m.players = m.trail.length % 2 ? [given.second, given.first] : [given.first, given.second];
      m.before = null;
      m.at("board").hidden = false;
      m.load();
    },
  };
}

function addSettings(m) {
  const { options, root, s } = m;
  addEventListener("resize", m.loosen);

  root.addEventListener("change", (event) => {
    const { name, value, checked } = event.target;
    if (name === "hints") {
      s.hints = value;
      m.write(true);
      if (m.state) m.show(m.busy);
    } else if (name === "against") {
      m.players = value === "person" ? ["person", "person"] : m.mover() ? ["machine", "person"] : ["person", "machine"];
      m.write(true);
      m.load();
    } else if (name === "strength") {
      s.strength = Number(value) / 100;
      m.write(true);
    } else if (name === "misere") {
      s.misere = checked;
      m.before = null;
      const told = word(options.share ? "play_anew_back" : "play_anew");
      if (m.trail.length) m.backTo(0, { announce: told, notice: told });
      else {
        m.write(false);
        m.load();
      }
    }
  });
  root.addEventListener("input", (event) => event.target.name === "strength" && m.showLevel(Number(event.target.value) / 100));
}

function addButtons(m) {
  const { at, options, root, s } = m;
  at("undo").addEventListener("click", m.undo);
  at("restart").addEventListener("click", m.restart);
  at("hint").addEventListener("click", m.nextHint);
  at("more").addEventListener("click", m.nextHint);
  at("why").addEventListener("click", m.toggleWhy);
  at("swap").addEventListener("click", () => {
    m.players = m.players[0] === "machine" ? ["person", "machine"] : ["machine", "person"];
    s.position = m.start();
    m.trail = [];
    m.before = null;
    m.write(false);
    m.load();
  });
  at("share").addEventListener("click", (event) => copied(event.currentTarget, options.share(m.settings(), m.trail)));
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !at("board").contains(event.target) || event.target.tagName === "INPUT") return;
    const act = { u: m.undo, r: m.restart, h: m.nextHint, w: m.toggleWhy }[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/* The boxes: a filter of the moves in which one may type a move, and another position or rules. */
function addTexts(m) {
  const { at, engine } = m;
  at("filter").addEventListener("input", () => m.state && m.showMoves());
  at("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = at("filter").value.trim();
    const listed = [...at("moves").querySelectorAll("button")];
    if (listed.length === 1) listed[0].click();
    else if (text) m.playTyped(m.state.parts.length > 1 ? null : m.state.parts[0], text);
  });
  const box = liveBox({ input: at("newtext"), note: at("newerror"), button: at("newgo"), parse: (text) => engine.parse(text), found: (answer) => (newFound = answer) });
  let newFound = null;
  at("newform").addEventListener("submit", async (event) => {
    event.preventDefault();
    await box.look();
    if (newFound && newFound.position) {
      at("newbox").open = false;
      m.applyNew(newFound.position);
    }
  });
}
