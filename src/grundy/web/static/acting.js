/* acting.js: what happens in a match: loading a position, the moves of a person and of the machine, and going back. */
import { moveWords } from "./boards.js";
import { make, say, word } from "./common.js";
import { spoken } from "./panels.js";
import { focusNear } from "./places.js";

const PAUSE = 650;
const pauseFor = (ms) => new Promise((done) => setTimeout(done, ms));

export function addActing(m) {
  const { at, engine, root, s } = m;

  async function load({ announce = "", notice = "" } = {}) {
    const mine = ++m.run;
    m.busy = false;
    m.wanted = null;
    try {
      const seen = await engine.state(s.position, s.misere);
      if (mine !== m.run) return;
      m.state = seen;
      s.position = seen.position;
      m.forget();
      m.show();
      if (announce) say(announce);
      if (notice && !m.state.over) {
        at("saying").replaceChildren(make("strong", { text: notice }), make("br"), m.person() ? m.howTo(2) : "");
        m.keepSaying();
      }
      if (!m.state.over && !m.person()) await machine(mine);
    } catch (error) {
      const begun = m.state ? { error } : await startOf(s.position, error);
      if (mine !== m.run) return undefined;
      if (!begun.position) return fail(begun.error);
      s.position = begun.position;
      m.write(true);
      return load({ announce, notice });
    }
    return undefined;
  }

  /* Rules without heaps: the position at which play begins, as on the first page; for any other text what is wrong with it. */
  async function startOf(text, error) {
    if (engine.offline) return { error };
    const read = await engine.parse(text).catch((wrong) => ({ wrong }));
    return { error: read.wrong || error, position: read.kind && read.kind !== "position" ? read.position : null };
  }

  function fail(error) {
    m.busy = false;
    root.classList.remove("thinking");
    m.showError(error, s.position);
    if (m.state) return m.show();
    at("turn").textContent = word("play_cannot");
    at("title").textContent = s.position.slice(0, 200);
    at("title").classList.add("code");
    at("board").hidden = true;
    at("saying").textContent = "";
    at("newbox").open = true;
    at("newtext").value = s.position;
    m.showSettings();
    at("hint").disabled = at("why").disabled = true;
    return undefined;
  }

  async function playMove(move, pieces) {
    if (m.busy || !m.person() || m.state.over) return;
    // Pieces in the player's own order make an equal position with another text; only the server reads any text.
    const position = pieces && !engine.offline ? ordered(move.part, pieces) : move.position;
    const text = pieces && !engine.offline ? move.text.replace(/->.*/, `-> ${pieces.map((piece) => piece.join(", ")).join(" & ")}`) : move.text;
    await advance(position, { text: moveWords(m.state, move, text), win: move.win });
  }

  const within = (part, heaps) => part.text.replace(/\[[^[\]]*\]$/, `[${heaps}]`);
  const joined = (index, texts) => m.state.parts.flatMap((part, i) => (i === index ? texts : [part.text])).join(" + ");
  const ordered = (index, pieces) => joined(index, pieces.map((piece) => within(m.state.parts[index], piece.join(", "))));

  async function playTyped(part, text) {
    if (m.busy || !m.person() || m.state.over) return;
    const index = m.state.parts.indexOf(part);
    const listed = m.state.moves.find((move) => move.part === index && move.text.split("->")[1].replaceAll(" ", "") === text.replaceAll(" ", ""));
    const mine = m.run;
    try {
      const reached = listed ? null : await engine.move(s.position, text, s.misere, part && m.state.parts.length > 1 ? index + 1 : null);
      if (mine !== m.run) return;
      const { position, move, win } = reached ? { ...reached, win: { N: false, P: true }[reached.outcome] } : { ...listed, move: listed };
      await advance(position, { text: moveWords(m.state, move), win, next: reached });
    } catch (error) {
      m.showError({ message: error.message, foreign: error.foreign, intro: text.includes("[") || engine.offline ? word("play_illegal") : "", at: null });
    }
  }

  /* A person's move: shown at once, then the machine's. */
  async function advance(position, { text, win, next: reached = null }) {
    const mine = ++m.run;
    m.busy = true;
    try {
      const next = reached || (await engine.state(position, s.misere));
      if (mine !== m.run) return;
      take(next, text, win);
      m.write(false);
      m.busy = !m.state.over && !m.person();
      m.show(m.busy);
      if (!m.state.over) say(word("play_said", { who: m.nameOf(1 - m.mover()), move: spoken(text) }));
      if (m.busy) await machine(mine);
    } catch (error) {
      if (mine === m.run) fail(error);
    }
  }

  function take(next, text, win) {
    m.trail.push({ from: s.position, to: next.position, text, who: m.mover(), win: typeof win === "boolean" ? win : null, outcome: m.state.outcome });
    m.before = m.state;
    m.state = next;
    s.position = next.position;
    m.forget();
  }

  async function machine(mine) {
    m.busy = true;
    m.show(true);
    try {
      const [answer] = await Promise.all([engine.reply(s.position, s.misere, s.strength), pauseFor(matchMedia("(prefers-reduced-motion: reduce)").matches ? 150 : PAUSE)]);
      if (mine !== m.run) return;
      const move = m.state.moves.find((one) => one.position === answer.position);
      const text = moveWords(m.state, move || answer.move);
      const win = move && typeof move.win === "boolean" ? move.win : { N: false, P: true }[answer.state.outcome];
      take(answer.state, text, win);
      m.write(true);
      m.busy = false;
      m.show();
      if (!m.state.over && !m.state.outcome) lookAgain(mine);
      if (!m.state.over) {
        const told = word("play_said", { who: m.nameOf(1 - m.mover()), move: spoken(text) });
        say(`${told} ${m.person() ? word("play_turn_you") : ""}`);
        at("saying").replaceChildren(make("strong", { text: told }), make("br"), m.howTo(2));
        m.keepSaying();
        if (m.wanted && (document.activeElement === at("board") || document.activeElement === document.body)) focusNear(at("board"), m.wanted);
        if (!m.person()) await machine(mine);
      }
    } catch (error) {
      if (mine === m.run) fail(error);
    }
  }

  /* After a move by chance the server looks but shortly at what it has reached; a longer look may know who wins. */
  async function lookAgain(mine) {
    const seen = await engine.state(s.position, s.misere).catch(() => null);
    if (mine !== m.run || !seen || !seen.outcome || document.activeElement.closest(".typed")) return;
    m.state = seen;
    m.show();
  }

  function backTo(count, said = { announce: word("play_undone") }) {
    const kept = m.trail.slice(0, count);
    s.position = kept.length ? kept[kept.length - 1].to : m.start();
    m.trail = kept;
    m.before = null;
    m.write(false);
    load(said);
    at("board").hidden = false;
  }

  function undo() {
    if (!m.trail.length) return;
    let count = m.trail.length - 1;
    while (count > 0 && m.players[count % 2] !== "person") count--;
    if (m.players[count % 2] !== "person") count = 0;
    backTo(count);
  }

  function restart() {
    if (!m.trail.length) return;
    backTo(0);
  }

  function applyNew(position) {
    anew();
    m.trail = [];
    m.before = null;
    m.state = null;
    m.rulesFor = "";
    s.position = position;
    at("board").hidden = false;
    m.write(false);
    load();
  }

  function anew() {
    m.rooms = new Map();
    m.loosen();
  }

  Object.assign(m, { load, playMove, playTyped, backTo, undo, restart, applyNew, anew });
}
