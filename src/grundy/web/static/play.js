/* play.js: a match on a page: the markup of _play.html (elements by data-id), an engine (engine.js) and boards.js. No game is known here.

   startPlay(root, engine, options) -> { go(options, trail) }
   options = { position, misere, first, second, strength, hints, trail,
     first/second   "person" or "machine": who is to move at `position`, and the other one
     study(ruleset) -> URL of its study; null: no such link
     notice         a sentence to be shown at the start, or nothing
     share(settings) -> URL or null (then there is no share button)
     write(settings, trail, replace)   puts position and settings into the address; null where there is none }
   trail = [{from, to, text, who}] the moves so far: positions as texts, who: 0 or 1 (0 moved first). */
import { boardKinds, drawBoard, moveWords } from "./boards.js";
import { copied, errorBox, liveBox, make, say, word } from "./common.js";
import { badgePanel, bannerPanel, movesPanel, rulesPanel, sayingPanel, slipOf, spoken, trailPanel } from "./panels.js";
import { focusNear } from "./places.js";
import { arrows, explanation } from "./why.js";

const LEVELS = [[0, "play_level_0"], [0.4, "play_level_1"], [0.7, "play_level_2"], [0.9, "play_level_3"], [1, "play_level_4"]];
const PAUSE = 650;
const pauseFor = (ms) => new Promise((done) => setTimeout(done, ms));

export function startPlay(root, engine, options) {
  const at = (id) => root.querySelector(`[data-id="${id}"]`);
  const radio = (name, value) => root.querySelectorAll(`input[name="${name}"]`).forEach((r) => (r.checked = r.value === value));
  const s = { position: options.position, misere: options.misere, hints: options.hints, strength: options.strength };
  let players = [options.first, options.second]; // of player 0 (who moved first) and player 1
  let trail = [];
  let state = null;
  let before = null; // the State before the last move
  let run = 0; // counts what was started: answers that come late are dropped
  let busy = false;
  let hintsSeen = 0;
  let rulesFor = "";
  let rooms = new Map(); // the sides that quarter boards had since the match began
  let tall = 0; // the height that the board had
  let low = 0; // the height that the line under the board had: it must not shrink, or the tools move away from a finger that presses one
  let wanted = null; // where the focus was when the board was taken away for the machine's move

  const mover = () => trail.length % 2;
  const settings = () => ({ ...s, first: players[mover()], second: players[1 - mover()] });
  const person = () => players[mover()] === "person";
  const twoPeople = () => players[0] === players[1];
  const start = () => (trail.length ? trail[0].from : s.position);
  const winner = () => (state && state.over ? (s.misere ? mover() : 1 - mover()) : null);
  const nameOf = (who) => (twoPeople() ? word("play_player", { n: who + 1 }) : players[who] === "person" ? word("play_you") : word("play_the_machine"));
  const write = (replace) => options.write && options.write(settings(), trail, replace);

  function readTrail(given, position) {
    trail = Array.isArray(given) && given.length && given[given.length - 1].to === position ? given.slice() : [];
  }

  /* ---------- what is shown ---------- */

  function showError(error, text) {
    errorBox(at("error"), error, text);
  }

  function showTurn(thinking) {
    const who = winner();
    const turn = at("turn");
    root.classList.toggle("thinking", Boolean(thinking));
    turn.style.setProperty("--who", mover() ? "var(--lose)" : "var(--accent)");
    if (who !== null) turn.textContent = word("play_over");
    else if (thinking) turn.textContent = word("play_thinking");
    else turn.textContent = twoPeople() ? word("play_turn_player", { n: mover() + 1 }) : person() ? word("play_turn_you") : word("play_turn_machine");
    badgePanel(at, { state, shown: state && !state.over && !thinking && s.hints !== "off", twoPeople: twoPeople() });
  }

  function keepSaying() {
    const line = at("saying");
    low = Math.max(low, line.offsetHeight);
    line.style.minHeight = `${low}px`;
  }

  const howTo = (most) => boardKinds(state).slice(0, most).map((kind) => word(`play_how_${kind}`)).join(" ");

  function idle() {
    at("saying").replaceChildren(!state || state.over || !person() || busy ? "" : howTo(3));
    keepSaying();
  }

  function showSaying(text, move) {
    if (!text) return idle();
    sayingPanel(at, text, move);
    return keepSaying();
  }

  function room(part, index) {
    const key = `${part.ruleset}#${state.parts.slice(0, index).filter((p) => p.ruleset === part.ruleset).length}`;
    const sides = part.board.sides || part.board.heaps.map((heap) => heap + 1);
    rooms.set(key, rooms.has(key) ? sides.map((side, i) => Math.max(side, rooms.get(key)[i])) : sides);
    return rooms.get(key);
  }

  function showBoard() {
    const board = at("board");
    const focused = document.activeElement && board.contains(document.activeElement) ? document.activeElement.getBoundingClientRect() : null;
    const active = person() && !busy && !state.over;
    drawBoard(board, state, { active, marks: s.hints === "all" && active, before, room, play: playMove, typed: playTyped, show: showSaying });
    board.style.minHeight = tall ? `${tall}px` : "";
    tall = Math.max(tall, board.offsetHeight);
    board.setAttribute("aria-label", `${word("play_board")}${word("common_colon")}${s.position.slice(0, 200)}`);
    if (focused && !focusNear(board, focused)) wanted = focused;
    idle();
  }

  const showRules = () => {
    const key = `${state.parts.map((part) => part.ruleset).join("|")}|${s.misere}`;
    if (rulesFor === key) return;
    rulesFor = key;
    rulesPanel(at, { state, misere: s.misere, engine, study: options.study, late: () => rulesFor !== key });
  };
  const showMoves = () => movesPanel(at, { state, marks: s.hints === "all", active: person() && !busy && !state.over, play: (move) => playMove(move, null) });
  const showTrail = () => trailPanel(at, { trail, marks: state.over || s.hints === "all", nameOf });

  function showBanner() {
    const who = winner();
    at("banner").hidden = who === null;
    if (who === null) return;
    if (!trail.length) at("newbox").open = true;
    const kind = twoPeople() ? "player" : players[who] === "person" ? "you" : "machine";
    bannerPanel(at, { who, kind, trail, misere: s.misere, nameOf, restart, backTo, openWhy });
    if (at("board").contains(document.activeElement)) at("banner").querySelector("button")?.focus({ preventScroll: true });
  }

  function showSettings() {
    radio("hints", s.hints);
    radio("against", twoPeople() ? "person" : "machine");
    const range = root.querySelector('input[name="strength"]');
    range.value = String(Math.round(s.strength * 100));
    showLevel(s.strength);
    at("strengthbox").hidden = twoPeople();
    root.querySelector('input[name="misere"]').checked = s.misere;
    at("hint").disabled = !state || state.over;
    at("why").disabled = !state;
    at("undo").disabled = !trail.length;
    at("restart").disabled = !trail.length;
    at("share").hidden = !options.share || !state;
    at("swap").hidden = twoPeople();
    at("swap").textContent = word(trail.length || players[0] === "machine" ? "play_swap_again" : "play_swap");
    at("newbox").hidden = engine.offline === true;
  }

  function showLevel(strength) {
    const name = word(LEVELS.filter(([least]) => strength >= least).pop()[1]);
    at("level").textContent = strength === 1 ? name : word("common_also", { a: name, b: word("play_chance", { p: Math.round(strength * 100) }) });
    root.querySelector('input[name="strength"]').setAttribute("aria-valuetext", at("level").textContent);
  }

  function show(thinking) {
    document.title = `${s.position.slice(0, 60)} · grundy`;
    showTurn(thinking);
    showBoard();
    showBanner();
    showMoves();
    showTrail();
    showSettings();
    showRules();
  }

  function forget() {
    hintsSeen = 0;
    at("hints").hidden = true;
    at("whypanel").hidden = true;
    at("why").setAttribute("aria-expanded", "false");
    at("filter").value = "";
    showError(null);
  }

  /* ---------- what happens ---------- */

  async function load({ announce = "", notice = "" } = {}) {
    const mine = ++run;
    busy = false;
    wanted = null;
    try {
      const seen = await engine.state(s.position, s.misere);
      if (mine !== run) return;
      state = seen;
      s.position = seen.position;
      forget();
      show();
      if (announce) say(announce);
      if (notice && !state.over) {
        at("saying").replaceChildren(make("strong", { text: notice }), make("br"), person() ? howTo(2) : "");
        keepSaying();
      }
      if (!state.over && !person()) await machine(mine);
    } catch (error) {
      const begun = state ? { error } : await startOf(s.position, error);
      if (mine !== run) return undefined;
      if (!begun.position) return fail(begun.error);
      s.position = begun.position;
      write(true);
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
    busy = false;
    root.classList.remove("thinking");
    showError(error, s.position);
    if (state) return show();
    at("turn").textContent = word("play_cannot");
    at("title").textContent = s.position.slice(0, 200);
    at("title").classList.add("code");
    at("board").hidden = true;
    at("saying").textContent = "";
    at("newbox").open = true;
    at("newtext").value = s.position;
    showSettings();
    at("hint").disabled = at("why").disabled = true;
    return undefined;
  }

  async function playMove(move, pieces) {
    if (busy || !person() || state.over) return;
    // Pieces in the player's own order make an equal position with another text; only the server reads any text.
    const position = pieces && !engine.offline ? ordered(move.part, pieces) : move.position;
    const text = pieces && !engine.offline ? move.text.replace(/->.*/, `-> ${pieces.map((piece) => piece.join(", ")).join(" & ")}`) : move.text;
    await advance(position, { text: moveWords(state, move, text), win: move.win });
  }

  const within = (part, heaps) => part.text.replace(/\[[^[\]]*\]$/, `[${heaps}]`);
  const joined = (index, texts) => state.parts.flatMap((part, i) => (i === index ? texts : [part.text])).join(" + ");
  const ordered = (index, pieces) => joined(index, pieces.map((piece) => within(state.parts[index], piece.join(", "))));

  async function playTyped(part, text) {
    if (busy || !person() || state.over) return;
    const index = state.parts.indexOf(part);
    const heapsTexts = text.split("&").map((piece) => piece.trim().replace(/^\(|\)$/g, ""));
    const position = text.includes("[") ? text : joined(index, heapsTexts.map((heaps) => within(part, heaps)));
    const listed = state.moves.find((move) => move.part === index && move.text.split("->")[1].replaceAll(" ", "") === text.replaceAll(" ", ""));
    const mine = run;
    try {
      const reached = listed ? null : await engine.move(s.position, position, s.misere);
      if (mine !== run) return;
      const win = reached ? { N: false, P: true }[reached.outcome] : listed.win;
      const old = part.text.slice(part.text.lastIndexOf("[") + 1, -1);
      await advance(listed ? listed.position : reached.position, { text: moveWords(state, { part: index }, `${old} -> ${text}`), win });
    } catch (error) {
      showError({ message: error.message, foreign: error.foreign, intro: word("play_illegal"), at: null });
    }
  }

  /* A person's move: shown at once, then the machine's. */
  async function advance(position, { text, win }) {
    const mine = ++run;
    busy = true;
    try {
      const next = await engine.state(position, s.misere);
      if (mine !== run) return;
      take(next, text, win);
      write(false);
      busy = !state.over && !person();
      show(busy);
      if (!state.over) say(word("play_said", { who: nameOf(1 - mover()), move: spoken(text) }));
      if (busy) await machine(mine);
    } catch (error) {
      if (mine === run) fail(error);
    }
  }

  function take(next, text, win) {
    trail.push({ from: s.position, to: next.position, text, who: mover(), win: typeof win === "boolean" ? win : null, outcome: state.outcome });
    before = state;
    state = next;
    s.position = next.position;
    forget();
  }

  async function machine(mine) {
    busy = true;
    show(true);
    try {
      const [answer] = await Promise.all([engine.reply(s.position, s.misere, s.strength), pauseFor(matchMedia("(prefers-reduced-motion: reduce)").matches ? 150 : PAUSE)]);
      if (mine !== run) return;
      const move = state.moves.find((m) => m.position === answer.position);
      const text = move ? moveWords(state, move) : answer.position;
      const win = move && typeof move.win === "boolean" ? move.win : { N: false, P: true }[answer.state.outcome];
      take(answer.state, text, win);
      write(true);
      busy = false;
      show();
      if (!state.over) {
        const told = word("play_said", { who: nameOf(1 - mover()), move: spoken(text) });
        say(`${told} ${person() ? word("play_turn_you") : ""}`);
        at("saying").replaceChildren(make("strong", { text: told }), make("br"), howTo(2));
        keepSaying();
        if (wanted && (document.activeElement === at("board") || document.activeElement === document.body)) focusNear(at("board"), wanted);
        if (!person()) await machine(mine);
      }
    } catch (error) {
      if (mine === run) fail(error);
    }
  }

  function backTo(count, said = { announce: word("play_undone") }) {
    const kept = trail.slice(0, count);
    s.position = kept.length ? kept[kept.length - 1].to : start();
    trail = kept;
    before = null;
    write(false);
    load(said);
    at("board").hidden = false;
  }

  function undo() {
    if (!trail.length) return;
    let count = trail.length - 1;
    while (count > 0 && players[count % 2] !== "person") count--;
    if (players[count % 2] !== "person") count = 0;
    backTo(count);
  }

  function restart() {
    if (!trail.length) return;
    backTo(0);
  }

  async function openWhy(position) {
    const panel = at("whypanel");
    at("why").setAttribute("aria-expanded", "true");
    panel.hidden = false;
    panel.replaceChildren(make("p", { class: "note", text: word("play_loading") }));
    const mine = run;
    try {
      const told = await engine.why(position, s.misere);
      if (mine !== run) return;
      panel.replaceChildren(...explanation(told, position !== s.position || state.over));
    } catch (error) {
      const box = make("div", { class: "error" });
      errorBox(box, error, position);
      panel.replaceChildren(box);
    }
    panel.focus({ preventScroll: true });
    panel.scrollIntoView({ block: "nearest" });
  }

  /* What "why" is asked of: the position; after the end, the one in which the match was decided. */
  function whyAt() {
    const who = winner();
    return who === null || !trail.length ? s.position : trail[Math.max(slipOf(trail, who), 0)].from;
  }

  function toggleWhy() {
    if (!at("whypanel").hidden) {
      at("whypanel").hidden = true;
      at("why").setAttribute("aria-expanded", "false");
    } else if (state) openWhy(whyAt());
  }

  async function nextHint() {
    if (!state || state.over) return;
    const mine = run;
    const box = at("hints");
    box.hidden = false;
    try {
      const { hints } = await engine.why(s.position, s.misere);
      if (mine !== run) return;
      hintsSeen = Math.min(hintsSeen + 1, hints.length);
      at("hintsteps").replaceChildren(...hints.slice(0, hintsSeen).map((text) => make("li", { text: arrows(text) })));
      at("more").hidden = hintsSeen >= hints.length;
      box.scrollIntoView({ block: "nearest" });
    } catch (error) {
      at("hintsteps").replaceChildren(make("li", { lang: error.foreign ? "en" : null, text: error.message }));
      at("more").hidden = true;
    }
  }

  function applyNew(position) {
    anew();
    trail = [];
    before = null;
    state = null;
    rulesFor = "";
    s.position = position;
    at("board").hidden = false;
    write(false);
    load();
  }

  function loosen() {
    tall = low = 0;
    at("board").style.minHeight = at("saying").style.minHeight = "";
  }

  function anew() {
    rooms = new Map();
    loosen();
  }

  /* ---------- controls ---------- */

  addEventListener("resize", loosen);

  root.addEventListener("change", (event) => {
    const { name, value, checked } = event.target;
    if (name === "hints") {
      s.hints = value;
      write(true);
      if (state) show(busy);
    } else if (name === "against") {
      players = value === "person" ? ["person", "person"] : mover() ? ["machine", "person"] : ["person", "machine"];
      write(true);
      load();
    } else if (name === "strength") {
      s.strength = Number(value) / 100;
      write(true);
    } else if (name === "misere") {
      s.misere = checked;
      before = null;
      const told = word(options.share ? "play_anew_back" : "play_anew");
      if (trail.length) backTo(0, { announce: told, notice: told });
      else {
        write(false);
        load();
      }
    }
  });
  root.addEventListener("input", (event) => event.target.name === "strength" && showLevel(Number(event.target.value) / 100));
  at("undo").addEventListener("click", undo);
  at("restart").addEventListener("click", restart);
  at("hint").addEventListener("click", nextHint);
  at("more").addEventListener("click", nextHint);
  at("why").addEventListener("click", toggleWhy);
  at("swap").addEventListener("click", () => {
    players = players[0] === "machine" ? ["person", "machine"] : ["machine", "person"];
    s.position = start();
    trail = [];
    before = null;
    write(false);
    load();
  });
  at("share").addEventListener("click", (event) => copied(event.currentTarget, options.share(settings())));
  at("filter").addEventListener("input", () => state && showMoves());
  at("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = at("filter").value.trim();
    const listed = [...at("moves").querySelectorAll("button")];
    if (listed.length === 1) listed[0].click();
    else if (text) playTyped(state.parts[0], text);
  });
  const box = liveBox({ input: at("newtext"), note: at("newerror"), button: at("newgo"), parse: (text) => engine.parse(text), found: (answer) => (newFound = answer) });
  let newFound = null;
  at("newform").addEventListener("submit", async (event) => {
    event.preventDefault();
    await box.look();
    if (newFound && newFound.position) {
      at("newbox").open = false;
      applyNew(newFound.position);
    }
  });
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !at("board").contains(event.target) || event.target.tagName === "INPUT") return;
    const act = { u: undo, r: restart, h: nextHint, w: toggleWhy }[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });

  if (options.trail) readTrail(options.trail, options.position);
  if (trail.length % 2) players.reverse();
  load({ announce: options.notice, notice: options.notice });

  return {
    go(given, givenTrail) {
      anew();
      Object.assign(s, { position: given.position, misere: given.misere, hints: given.hints, strength: given.strength });
      readTrail(givenTrail, given.position);
      players = trail.length % 2 ? [given.second, given.first] : [given.first, given.second];
      before = null;
      at("board").hidden = false;
      load();
    },
  };
}
