/* match.js: the state of a match on a page, which showing.js, acting.js and helping.js share.

   matchOf(root, engine, options) -> m: at(id), root, engine, options; s, the settings {position, misere, hints, strength}; and what has happened so far.
   The other modules put their functions into m, by which they call each other. */
import { word } from "./common.js";

export function matchOf(root, engine, options) {
  const s = { position: options.position, misere: options.misere, hints: options.hints, strength: options.strength };
  const m = {
    root,
    engine,
    options,
    s,
    at: (id) => root.querySelector(`[data-id="${id}"]`),
    players: [options.first, options.second], // of player 0 (who moved first) and player 1
    trail: [],
    state: null,
    before: null, // the State before the last move
    run: 0, // counts what was started: answers that come late are dropped
    busy: false,
    hintsSeen: 0,
    rulesFor: "",
    rooms: new Map(), // the sides that quarter boards had since the match began
    tall: 0, // the height that the board had
    low: 0, // the height that the line under the board had: it must not shrink, or the tools move away from a finger that presses one
    wanted: null, // where the focus was when the board was taken away for the machine's move

    mover: () => m.trail.length % 2,
    settings: () => ({ ...s, first: m.players[m.mover()], second: m.players[1 - m.mover()] }),
    person: () => m.players[m.mover()] === "person",
    twoPeople: () => m.players[0] === m.players[1],
    start: () => (m.trail.length ? m.trail[0].from : s.position),
    winner: () => (m.state && m.state.over ? (s.misere ? m.mover() : 1 - m.mover()) : null),
    nameOf: (who) => (m.twoPeople() ? word("play_player", { n: who + 1 }) : m.players[who] === "person" ? word("play_you") : word("play_the_machine")),
    write: (replace) => options.write && options.write(m.settings(), m.trail, replace),
    readTrail(given, position) {
      m.trail = Array.isArray(given) && given.length && given[given.length - 1].to === position ? given.slice() : [];
    },
  };
  return m;
}
