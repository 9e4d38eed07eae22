/* play.js: a match on a page: the markup of _play.html (elements by data-id), an engine (engine.js) and boards.js. No game is known here.

   startPlay(root, engine, options) -> { go(options, trail) }
   options = { position, misere, first, second, strength, hints, trail,
     first/second   "person" or "machine": who is to move at `position`, and the other one
     share(settings) -> URL or null (then there is no share button)
     write(settings, trail, replace)   puts position and settings into the address; null where there is none }
   trail = [{from, to, text, who}] the moves so far: positions as texts, who: 0 or 1 (0 moved first). */
import { boardKinds, drawBoard, moveWords, openly } from "./boards.js";
import { copied, errorBox, liveBox, make, number, say, word } from "./common.js";

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

  /* "Here m = 10.": what the open numbers of a family are. */
  function parameters(game, ruleset) {
    const given = ruleset.slice(game.name.length).match(/^\(((?:[^(){}"]|\{[^}]*\}|"[^"]*")*)\)/);
    const values = given ? given[1].match(/(?:[^,{}"]|\{[^}]*\}|"[^"]*")+/g) || [] : [];
    if (!values.length || values.length !== (game.parameters || []).length) return "";
    return word("play_here", { list: values.map((value, i) => `${game.parameters[i]}\u00a0=\u00a0${value.trim().replace(/^\w+=/, "")}`).join(", ") });
  }

  async function showRules() {
    const key = `${state.parts.map((part) => part.ruleset).join("|")}|${s.misere}`;
    if (rulesFor === key) return;
    rulesFor = key;
    const goal = make("p", {}, make("strong", { text: word(s.misere ? "play_goal_misere" : "play_goal") }));
    at("rules").replaceChildren(goal);
    try {
      const seen = new Map();
      const games = await engine.games().catch(() => []);
      for (const part of state.parts) {
        if (seen.has(part.ruleset)) continue;
        const bare = part.ruleset.split(/[([]/)[0];
        const game = games.find((g) => g.name === bare);
        const words = game ? [game.words, parameters(game, part.ruleset)] : (await engine.parse(part.text)).words;
        seen.set(part.ruleset, { title: game ? game.title : "", words: [words].flat().filter(Boolean).slice(0, 6) });
      }
      if (rulesFor !== key) return;
      at("rules").replaceChildren(
        ...[...seen].flatMap(([ruleset, { title, words }]) => [make("p", {}, seen.size > 1 ? make("b", { text: `${title || ruleset}: ` }) : "", words.join(" "))]),
        goal,
      );
      const [only] = [...seen.values()];
      at("title").textContent = seen.size === 1 && only.title ? only.title : s.position;
      at("title").classList.toggle("code", !(seen.size === 1 && only.title));
    } catch {
      at("title").textContent = s.position;
    }
  }

  function showTurn(thinking) {
    const who = winner();
    const turn = at("turn");
    root.classList.toggle("thinking", Boolean(thinking));
    turn.style.setProperty("--who", mover() ? "var(--lose)" : "var(--accent)");
    if (who !== null) turn.textContent = word("play_over");
    else if (thinking) turn.textContent = word("play_thinking");
    else turn.textContent = twoPeople() ? word("play_turn_player", { n: mover() + 1 }) : person() ? word("play_turn_you") : word("play_turn_machine");
    const won = at("won");
    const known = state && !state.over && !thinking && state.outcome && s.hints !== "off";
    won.hidden = !known;
    if (known) {
      const win = state.outcome === "N";
      won.className = `badge ${win ? "win" : "lose"}`;
      won.replaceChildren(make("b", { class: "mark", "aria-hidden": "true", text: word(win ? "common_W" : "common_L") }), word(`play_${win ? "won" : "lost"}${twoPeople() ? "" : "_you"}`));
    }
    const left = known && Number.isInteger(state.remoteness) ? state.remoteness : null;
    const unknown = state && !state.over && !state.outcome && !thinking && s.hints !== "off";
    at("left").textContent = unknown ? word("play_unknown") : left === null ? "" : left === 1 ? word("play_left_one") : word("play_left", { n: left });
  }

  function idle() {
    if (!state || state.over || !person() || busy) return at("saying").replaceChildren();
    const kinds = boardKinds(state);
    return at("saying").replaceChildren(kinds.slice(0, 3).map((kind) => word(`play_how_${kind}`)).join(" "));
  }

  function showSaying(text, move) {
    if (!text) return idle();
    const win = move && typeof move.win === "boolean" ? move.win : null;
    return at("saying").replaceChildren(
      make("strong", { text }),
      ...(win === null ? [] : [make("b", { class: `mark ${win ? "win" : "lose"}`, text: word(win ? "common_W" : "common_L") }), ` ${word(win ? "common_wins" : "common_loses")}`]),
    );
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
    board.setAttribute("aria-label", `${word("play_board")}: ${s.position.slice(0, 200)}`);
    if (focused) focusNear(board, focused);
    idle();
  }

  let wanted = null; // where the focus was when the board was taken away for the machine's move
  function focusNear(board, box) {
    const places = [...board.querySelectorAll("button.at")].filter((b) => !b.disabled);
    if (!places.length) {
      wanted = box;
      board.tabIndex = -1;
      board.focus({ preventScroll: true });
      return;
    }
    const far = (b) => {
      const r = b.getBoundingClientRect();
      return Math.hypot(r.left + r.width / 2 - box.left - box.width / 2, r.top + r.height / 2 - box.top - box.height / 2);
    };
    places.reduce((best, b) => (far(b) < far(best) ? b : best)).focus({ preventScroll: true });
  }

  function showMoves() {
    const text = at("filter").value.trim().toLowerCase();
    const active = person() && !busy && !state.over;
    const fits = openly(state.moves, { marks: s.hints === "all", complete: state.complete }).filter((move) => !text || `${move.text} ${move.position}`.toLowerCase().replaceAll(" ", "").includes(text.replaceAll(" ", "")));
    at("count").textContent = state.complete ? number(state.count ?? state.moves.length) : word("play_many_moves");
    const marks = s.hints === "all";
    at("moves").replaceChildren(
      ...fits.slice(0, 120).map((move) => {
        const shown = moveWords(state, move);
        const mark = marks && typeof move.win === "boolean" ? make("b", { class: `mark ${move.win ? "win" : "lose"}`, text: word(move.win ? "common_W" : "common_L"), title: word(move.win ? "common_wins" : "common_loses") }) : null;
        return make("li", {}, make("button", { type: "button", disabled: !active, on: { click: () => playMove(move, null) } }, mark, make("span", { text: shown.length > 90 ? `${shown.slice(0, 42)}…${shown.slice(-42)}` : shown })));
      }),
    );
    const note = !state.complete ? word("play_moves_some") : fits.length > 120 ? word("play_moves_more", { n: fits.length - 120 }) : !fits.length && !state.over ? word("play_moves_none") : "";
    at("movesnote").textContent = note;
  }

  function showTrail() {
    at("trailnote").hidden = trail.length > 0;
    const marks = state.over || s.hints === "all";
    at("trail").replaceChildren(
      ...trail.map((step) =>
        make("li", {}, make("span", { class: "who", text: nameOf(step.who) }), make("span", { class: "code", text: spoken(step.text) }),
          marks && typeof step.win === "boolean" ? make("b", { class: `mark ${step.win ? "win" : "lose"}`, text: word(step.win ? "common_W" : "common_L"), title: word(step.win ? "common_wins" : "common_loses") }) : null),
      ),
    );
    const list = at("trail");
    list.scrollTop = list.scrollHeight;
  }

  function showBanner() {
    const who = winner();
    const banner = at("banner");
    banner.hidden = who === null;
    if (who === null) return;
    if (!trail.length) {
      banner.className = "banner";
      banner.replaceChildren(make("h2", { text: word("play_nothing") }), make("p", { text: word("play_nothing_next") }));
      at("newbox").open = true;
      return;
    }
    const mine = !twoPeople() && players[who] === "person";
    banner.className = `banner ${twoPeople() || mine ? "win" : "lose"}`;
    const title = twoPeople() ? word("play_player_won", { n: who + 1 }) : word(mine ? "play_you_won" : "play_machine_won");
    // The last move that gave the win away: by the player who has lost, from a won position to a won one for the other.
    const slip = trail.findLastIndex((step) => step.who !== who && step.win === false && step.outcome === "N");
    const known = trail.length && trail.every((step) => typeof step.win === "boolean");
    const told = slip >= 0 ? word(twoPeople() ? "play_slip_player" : mine ? "play_slip_machine" : "play_slip_you", { n: slip + 1, move: spoken(trail[slip].text), who: nameOf(1 - who) })
      : known ? word(twoPeople() ? "play_never_player" : mine ? "play_never_machine" : "play_never_you", { who: nameOf(1 - who) }) : "";
    const whyAt = slip >= 0 ? trail[slip].from : start();
    banner.replaceChildren(
      make("h2", { text: title }),
      make("p", { text: `${word(s.misere ? "play_last_loses" : "play_last_wins")} ${told}`.trim() }),
      make("div", { class: "row" },
        make("button", { type: "button", class: "button primary", "data-id": "again", text: word("play_again"), on: { click: restart } }),
        slip >= 0 ? make("button", { type: "button", class: "button", text: word("play_back_there"), on: { click: () => backTo(slip) } }) : null,
        make("button", { type: "button", class: "button", text: word("play_see_why"), on: { click: () => openWhy(whyAt) } }),
      ),
    );
    say(`${title} ${told}`);
    if (at("board").contains(document.activeElement)) banner.querySelector("button").focus({ preventScroll: true });
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
    at("share").hidden = !options.share;
    at("swap").hidden = twoPeople();
    at("swap").textContent = word(trail.length || players[0] === "machine" ? "play_swap_again" : "play_swap");
    at("newbox").hidden = engine.offline === true;
  }

  function showLevel(strength) {
    const name = word(LEVELS.filter(([least]) => strength >= least).pop()[1]);
    at("level").textContent = strength === 1 ? name : `${name} (${word("play_chance", { p: Math.round(strength * 100) })})`;
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

  async function load({ announce = "" } = {}) {
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
      if (!state.over && !person()) await machine(mine);
    } catch (error) {
      if (mine === run) fail(error);
    }
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
      showError({ message: `${word("play_illegal")} ${error.message}`, at: null });
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
        at("saying").replaceChildren(make("strong", { text: told }), make("br"), boardKinds(state).slice(0, 2).map((kind) => word(`play_how_${kind}`)).join(" "));
        if (wanted && (document.activeElement === at("board") || document.activeElement === document.body)) focusNear(at("board"), wanted);
        if (!person()) await machine(mine);
      }
    } catch (error) {
      if (mine === run) fail(error);
    }
  }

  const spoken = (text) => (text.length > 160 ? `${text.slice(0, 80)}…${text.slice(-70)}` : text);

  function backTo(count) {
    const kept = trail.slice(0, count);
    s.position = kept.length ? kept[kept.length - 1].to : start();
    trail = kept;
    before = null;
    write(false);
    load({ announce: word("play_undone") });
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

  function toggleWhy() {
    if (!at("whypanel").hidden) {
      at("whypanel").hidden = true;
      at("why").setAttribute("aria-expanded", "false");
    } else if (state) openWhy(s.position);
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
      at("hintsteps").replaceChildren(make("li", { text: error.message }));
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

  function anew() {
    rooms = new Map();
    tall = 0;
  }

  /* ---------- controls ---------- */

  addEventListener("resize", () => {
    tall = 0;
    at("board").style.minHeight = "";
  });

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
      if (trail.length) backTo(0);
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
  load();

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

const arrows = (text) => text.replaceAll("->", "→");

/* The "why" panel from Explanation JSON. */
function explanation(given, elsewhere) {
  const told = JSON.parse(JSON.stringify(given), (key, value) => (typeof value === "string" && ["headline", "text", "reaches", "reasons"].includes(key) ? arrows(value) : Array.isArray(value) && key === "reasons" ? value.map(arrows) : value));
  const laws = [told.laws || told.law || []].flat().filter(Boolean);
  return [
    make("h2", { text: word("play_why_title") }),
    elsewhere ? make("p", { class: "note" }, word("play_why_at"), " ", make("span", { class: "code", text: told.position.slice(0, 200) })) : null,
    make("p", { class: "headline" }, make("b", { class: `mark ${told.outcome === "N" ? "win" : "lose"}`, "aria-hidden": "true", text: word(told.outcome === "N" ? "common_W" : "common_L") }), " ", told.headline),
    told.reasons && told.reasons.length ? make("ol", {}, ...told.reasons.map((text) => make("li", { text }))) : null,
    ...(told.bars ? bits(told.bars) : []),
    told.move ? make("div", { class: "reach" }, make("p", {}, make("strong", { text: told.move.text })), make("p", {}, told.move.reaches, " ", make("span", { class: "code", text: told.move.position.slice(0, 200) }))) : null,
    ...laws.flatMap((law) => [
      make("h3", { text: word("play_why_law") }),
      make("p", {}, law.text, law.formula ? make("span", { class: "code", text: ` ${law.formula}` }) : null),
      law.text_evidence || law.evidence ? make("p", { class: "note evidence" }, law.evidence && law.evidence.startsWith("proved") ? make("span", { text: "✓", "aria-hidden": "true" }) : null, law.text_evidence || law.evidence) : null,
    ]),
    told.by ? make("p", { class: "note", text: told.by }) : null,
  ].filter(Boolean);
}

/* The nim-sum in binary: a row for each component, the sum, and the row as the winning move leaves it. */
function bits({ rows, sum, target }) {
  const values = [...rows.map((row) => row.value), sum, target ? target.value : 0].map((v) => BigInt(v));
  const width = Math.max(1, ...values.map((v) => v.toString(2).length));
  if (width > 64) return [make("p", { class: "code", text: rows.map((row) => `${row.label}: ${row.value}`).join("; ") })];
  const cells = (value) => [...BigInt(value).toString(2).padStart(width, "0")].map((bit) => make("td", { class: bit === "1" ? "on" : "", text: bit }));
  const line = (label, value, css) => make("tr", { class: css }, make("th", { scope: "row", text: label }), make("td", { class: "value", text: value }), ...cells(value));
  const short = (text) => (text.length > 24 ? `${text.slice(0, 22)}…` : text);
  return [
    make("h3", { text: word("play_bits") }),
    make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": word("play_bits") },
      make("table", { class: "bits" },
        make("thead", {}, make("tr", {}, make("td", { class: "value" }), make("td", { class: "value" }), ...Array.from({ length: width }, (_, i) => make("th", { scope: "col", text: width - i > 14 ? "" : String(2 ** (width - 1 - i)) })))),
        make("tbody", {},
          ...rows.flatMap((row, i) => [line(short(row.label), row.value, target && target.row === i ? "target" : ""), ...(target && target.row === i ? [line(`↳ ${word("play_bits_after")}`, target.value, "after")] : [])]),
          line(word("play_bits_sum"), sum, "xor"),
        ),
      ),
    ),
    make("p", { class: "note", text: word(sum === 0 || sum === "0" ? "play_bits_zero" : "play_bits_note") }),
  ];
}
