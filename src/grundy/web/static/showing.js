/* showing.js: what a match shows: turn, board, banner, lists, settings, and the line under the board. */
import { boardKinds, drawBoard } from "./boards.js";
import { errorBox, word } from "./common.js";
import { badgePanel, bannerPanel, movesPanel, rulesPanel, sayingPanel, trailPanel } from "./panels.js";
import { focusNear } from "./places.js";

const LEVELS = [[0, "play_level_0"], [0.4, "play_level_1"], [0.7, "play_level_2"], [0.9, "play_level_3"], [1, "play_level_4"]];

export function addShowing(m) {
  const { at, engine, options, root, s } = m;
  const radio = (name, value) => root.querySelectorAll(`input[name="${name}"]`).forEach((r) => (r.checked = r.value === value));

  function showError(error, text) {
    errorBox(at("error"), error, text);
  }

  /* Whether nobody knows who wins: then the machine plays at random. */
  const unknown = () => Boolean(m.state) && !m.state.over && !m.state.outcome;

  function showTurn(thinking) {
    const who = m.winner();
    const turn = at("turn");
    root.classList.toggle("thinking", Boolean(thinking));
    turn.style.setProperty("--who", m.mover() ? "var(--lose)" : "var(--accent)");
    if (who !== null) turn.textContent = word("play_over");
    else if (thinking) turn.textContent = word("play_thinking");
    else turn.textContent = m.twoPeople() ? word("play_turn_player", { n: m.mover() + 1 }) : m.person() ? word("play_turn_you") : word("play_turn_machine");
    badgePanel(at, { state: m.state, shown: m.state && !m.state.over && !thinking && s.hints !== "off", unknown: unknown(), twoPeople: m.twoPeople() });
  }

  function keepSaying() {
    const line = at("saying");
    m.low = Math.max(m.low, line.offsetHeight);
    line.style.minHeight = `${m.low}px`;
  }

  const howTo = (most) => boardKinds(m.state).slice(0, most).map((kind) => word(`play_how_${kind}`)).join(" ");

  function idle() {
    at("saying").replaceChildren(!m.state || m.state.over || !m.person() || m.busy ? "" : howTo(3));
    keepSaying();
  }

  function showSaying(text, move) {
    if (!text) return idle();
    sayingPanel(at, text, move);
    return keepSaying();
  }

  function room(part, index) {
    const key = `${part.ruleset}#${m.state.parts.slice(0, index).filter((p) => p.ruleset === part.ruleset).length}`;
    const sides = part.board.sides || part.board.heaps.map((heap) => heap + 1);
    m.rooms.set(key, m.rooms.has(key) ? sides.map((side, i) => Math.max(side, m.rooms.get(key)[i])) : sides);
    return m.rooms.get(key);
  }

  function showBoard() {
    const board = at("board");
    const focused = document.activeElement && board.contains(document.activeElement) ? document.activeElement.getBoundingClientRect() : null;
    const active = m.person() && !m.busy && !m.state.over;
    drawBoard(board, m.state, { active, marks: s.hints === "all" && active, before: m.before, room, play: m.playMove, typed: m.playTyped, show: showSaying });
    board.style.minHeight = m.tall ? `${m.tall}px` : "";
    m.tall = Math.max(m.tall, board.offsetHeight);
    board.setAttribute("aria-label", `${word("play_board")}${word("common_colon")}${s.position.slice(0, 200)}`);
    if (focused && !focusNear(board, focused)) m.wanted = focused;
    idle();
  }

  const showRules = () => {
    const key = `${m.state.parts.map((part) => part.ruleset).join("|")}|${s.misere}`;
    if (m.rulesFor === key) return;
    m.rulesFor = key;
    rulesPanel(at, { state: m.state, misere: s.misere, engine, study: options.study, late: () => m.rulesFor !== key });
  };
  const showMoves = () => movesPanel(at, { state: m.state, marks: s.hints === "all", active: m.person() && !m.busy && !m.state.over, play: (move) => m.playMove(move, null) });
  const showTrail = () => trailPanel(at, { trail: m.trail, marks: m.state.over || s.hints === "all", nameOf: m.nameOf });

  function showBanner() {
    const who = m.winner();
    at("banner").hidden = who === null;
    if (who === null) return;
    if (!m.trail.length) at("newbox").open = true;
    const kind = m.twoPeople() ? "player" : m.players[who] === "person" ? "you" : "machine";
    bannerPanel(at, { who, kind, trail: m.trail, misere: s.misere, nameOf: m.nameOf, restart: m.restart, backTo: m.backTo, openWhy: m.openWhy });
    if (at("board").contains(document.activeElement)) at("banner").querySelector("button")?.focus({ preventScroll: true });
  }

  function showSettings() {
    radio("hints", s.hints);
    radio("against", m.twoPeople() ? "person" : "machine");
    const range = root.querySelector('input[name="strength"]');
    range.value = String(Math.round(s.strength * 100));
    showLevel(s.strength);
    at("strengthbox").hidden = m.twoPeople();
    root.querySelector('input[name="misere"]').checked = s.misere;
    at("hint").disabled = !m.state || m.state.over;
    at("why").disabled = !m.state;
    at("undo").disabled = !m.trail.length;
    at("restart").disabled = !m.trail.length;
    at("share").hidden = !options.share || !m.state;
    at("swap").hidden = m.twoPeople();
    at("swap").textContent = word(m.trail.length || m.players[0] === "machine" ? "play_swap_again" : "play_swap");
    at("newbox").hidden = engine.offline === true;
  }

  function showLevel(strength) {
    const name = word(unknown() ? "play_level_unknown" : LEVELS.filter(([least]) => strength >= least).pop()[1]);
    at("level").textContent = strength === 1 || unknown() ? name : word("common_also", { a: name, b: word("play_chance", { p: Math.round(strength * 100) }) });
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
    m.hintsSeen = 0;
    at("hints").hidden = true;
    at("whypanel").hidden = true;
    at("why").setAttribute("aria-expanded", "false");
    at("filter").value = "";
    showError(null);
  }

  function loosen() {
    m.tall = m.low = 0;
    at("board").style.minHeight = at("saying").style.minHeight = "";
  }

  Object.assign(m, { showError, keepSaying, howTo, showMoves, showSettings, showLevel, show, forget, loosen });
}
