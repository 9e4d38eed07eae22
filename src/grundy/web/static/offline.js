/* offline.js: the engine of engine.js from JSON in the page (web/offline/data.py): no server is asked.

   offlineEngine(data) -> { offline: true, misere: whether misère play can be had, state, move, reply, why, parse, games }
   A position is inside an array of numbers of components, data.start for instance. In normal play its Grundy value is the xor of theirs; in misère play
   data.whole has the remoteness of every position. Why a position is won is told in explain.js. */
import { word } from "./common.js";
import { explained } from "./explain.js";

const SUM = " + ";
const EMPTY = "nim[()]";

export function offlineEngine(data) {
  const components = data.rulesets.flatMap((ruleset, r) => ruleset.components.map((heaps) => ({ r, ruleset, heaps })));
  components.forEach((component, i) => (component.text = data.names[i] ?? `${component.ruleset.base}[${component.heaps.join(", ")}]`));
  const numbers = new Map(components.map((component, i) => [component.text, i]));
  const unpacked = new Map();
  const remoteness = new Map();
  if (data.whole) data.whole.positions.split(";").forEach((key, i) => remoteness.set(key, [data.whole.normal[i], data.whole.misere[i]]));

  /* ---------- the graph ---------- */

  function optionsOf(i) {
    if (!unpacked.has(i)) {
      const list = [];
      for (const [count, ...pairs] of data.options[i]) {
        for (let k = 0; k < count; k++) list.push(pairs.filter((_, j) => j % 2 === 0).map((first, j) => first + k * pairs[2 * j + 1]));
      }
      unpacked.set(i, list);
    }
    return unpacked.get(i);
  }

  const sorted = (position) => [...position].sort((a, b) => a - b).join(",");
  const nimSum = (position) => position.reduce((sum, i) => sum ^ data.values[i], 0);
  const left = (position, misere) => (remoteness.has(sorted(position)) ? remoteness.get(sorted(position))[misere ? 1 : 0] : null);
  const lost = (position, misere) => (misere ? left(position, true) % 2 === 1 : nimSum(position) === 0);
  const replaced = (position, part, option) => [...position.slice(0, part), ...option, ...position.slice(part + 1)];

  /* All moves of a position: {part, option, position, win}. */
  function movesOf(position, misere) {
    return position.flatMap((i, part) =>
      optionsOf(i).map((option) => {
        const after = replaced(position, part, option);
        return { part, option, position: after, win: lost(after, misere) };
      }),
    );
  }

  /* ---------- texts ---------- */

  function textOf(position) {
    const texts = [];
    position.forEach((i, at) => {
      const { ruleset, heaps, text } = components[i];
      const before = at ? components[position[at - 1]].ruleset : null;
      if (ruleset.joined && before === ruleset) texts.push(`${texts.pop().slice(0, -1)}, ${heaps.join(", ")}]`);
      else texts.push(text);
    });
    return texts.join(SUM) || EMPTY;
  }

  function refused(text) {
    return Object.assign(new Error(word("offline_not_here", { text: text.slice(0, 80) })), { at: null });
  }

  /* The position of a text: components, or several heaps in one bracket where the ruleset has one heap a component. */
  function read(text) {
    if (text.trim() === EMPTY) return [];
    const found = [];
    let rest = text.trim();
    while (rest) {
      const piece = pieces(rest);
      if (!piece) throw refused(text);
      found.push(...piece.numbers);
      rest = rest.slice(piece.length).trim();
      if (rest && !rest.startsWith("+")) throw refused(text);
      rest = rest.slice(1).trim();
    }
    return found;
  }

  function pieces(text) {
    for (const { base, joined } of data.rulesets) {
      if (!text.startsWith(`${base}[`)) continue;
      const end = text.indexOf("]", base.length);
      const inside = text.slice(base.length + 1, end);
      const heaps = inside.split(",").map((heap) => heap.trim());
      const wanted = joined ? heaps.map((heap) => `${base}[${heap}]`) : [`${base}[${heaps.join(", ")}]`];
      if (end > 0 && wanted.every((name) => numbers.has(name))) return { numbers: wanted.map((name) => numbers.get(name)), length: end + 1 };
    }
    for (const [name, i] of numbers) if (text.startsWith(name)) return { numbers: [i], length: name.length };
    return null;
  }

  const shown = (i) => components[i].heaps.join(", ");
  const moveText = (before, option) => `${shown(before)} -> ${option.map(shown).join(" & ")}`;

  /* Whether a move is the one that is typed: "5", "2 & 3", "take 3", "-3", of component number `part` or of any. */
  function typed(before, line, part) {
    const bare = (text) => text.replace(/[\s()]/g, "");
    const less = line.match(/^(?:take|取走?|[-−])\s*(\d+)\s*个?$/i);
    return ({ part: at, option }) => {
      if (part && at !== part - 1) return false;
      if (!less) return bare(option.map(shown).join("&")) === bare(line);
      const [old, now] = [components[before[at]].heaps, option.length === 1 ? components[option[0]].heaps : []];
      const falls = old.map((heap, i) => heap - now[i]).filter((d) => d !== 0);
      return falls.length === 1 && falls[0] === Number(less[1]);
    };
  }

  function boardOf(i) {
    const { sides, ...board } = data.boards[data.board[i]];
    const heaps = components[i].heaps.map((heap) => (/^\d+$/.test(heap) ? Number(heap) : heap)); // heaps beyond 2^53 are texts
    return { ...board, heaps, ...(sides ? { sides: sides === "heaps" ? heaps.map((heap) => heap + 1) : sides } : {}) };
  }

  function stateOf(position, misere) {
    const moves = movesOf(position, misere);
    return {
      position: textOf(position),
      play: misere ? "misere" : "normal",
      over: moves.length === 0,
      outcome: lost(position, misere) ? "P" : "N",
      grundy: misere ? null : nimSum(position),
      grundy_why: null,
      remoteness: left(position, misere),
      by: "search",
      why: word("offline_by"),
      count: moves.length,
      complete: true,
      parts: position.map((i) => ({
        text: components[i].text,
        ruleset: components[i].ruleset.text,
        component: components[i].heaps,
        grundy: misere ? null : data.values[i],
        board: boardOf(i),
      })),
      moves: moves.map((move) => ({
        part: move.part,
        to: move.option.map((i) => components[i].heaps),
        position: textOf(move.position),
        text: moveText(position[move.part], move.option),
        win: move.win,
      })),
    };
  }

  /* ---------- the machine ---------- */

  const size = (i) => components[i].heaps.reduce((sum, heap) => sum + (Number.isInteger(heap) ? heap : 0), 0);
  const changed = (position, move) => Math.abs(size(position[move.part]) - move.option.reduce((sum, i) => sum + size(i), 0));

  /* The best moves: winning in the fewest moves, or delaying longest; where that is not known, a winning one, or the smallest. */
  function bestOf(position, misere) {
    const moves = movesOf(position, misere);
    const winning = moves.filter((move) => move.win);
    const all = winning.length ? winning : moves;
    const sign = winning.length ? 1 : -1;
    const score = (move) => (remoteness.size ? sign * left(move.position, misere) : winning.length ? 0 : changed(position, move));
    const least = Math.min(...all.map(score));
    return all.filter((move) => score(move) === least);
  }

  function replyTo(position, misere, strength) {
    const perfect = Math.random() < strength;
    const choice = perfect ? bestOf(position, misere) : movesOf(position, misere);
    if (!choice.length) throw refused(textOf(position));
    const { position: after } = choice[Math.floor(Math.random() * choice.length)];
    return { position: textOf(after), perfect, state: stateOf(after, misere) };
  }

  const graph = { data, components, optionsOf, movesOf, bestOf, nimSum, left, textOf };
  const require = (misere) => {
    if (misere && !remoteness.size) throw Object.assign(new Error(word("offline_no_misere")), { at: null });
  };
  return {
    offline: true,
    misere: remoteness.size > 0,
    async state(text, misere) {
      require(misere);
      return stateOf(read(text), misere);
    },
    async move(text, to, misere, part) {
      require(misere);
      const before = read(text);
      const found = movesOf(before, misere).find(to.includes("[") ? (move) => textOf(move.position) === textOf(read(to)) : typed(before, to, part));
      if (!found) throw Object.assign(new Error(word("offline_no_move", { to })), { at: null });
      return { ...stateOf(found.position, misere), move: { part: found.part, text: moveText(before[found.part], found.option) } };
    },
    async reply(text, misere, strength) {
      require(misere);
      return replyTo(read(text), misere, strength);
    },
    async why(text, misere) {
      require(misere);
      return explained(graph, read(text), misere);
    },
    async parse(text) {
      const position = read(text);
      const words = [...new Set(position.map((i) => components[i].ruleset))].flatMap((ruleset) => ruleset.words);
      return { kind: "position", text: textOf(position), position: textOf(position), words };
    },
    async games() {
      return data.rulesets.filter(({ title }) => title).map(({ base, title, words }) => ({ name: base, title, words: words.join(" "), example: data.position }));
    },
  };
}
