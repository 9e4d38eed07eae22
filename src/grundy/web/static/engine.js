/* engine.js: where answers come from. The interface that play.js needs; offline.js gives the same from JSON in the page.

   engine = {
     offline: boolean                                  the address is then kept in location.hash
     state(position, misere)             -> State      (match/state.py)
     move(position, to, misere, part)    -> State of the option `to`, with `move` {part, to, text}; `to` may be typed ("take 3") for component number `part` (from 1, or null); an EngineError if it is no legal move
     reply(position, misere, strength)   -> {position, perfect, move, state}
     why(position, misere)               -> Explanation
     parse(text)                         -> {kind, text, position, words}
     games()                             -> [{name, title, words, example, …}]
   }
   Integers of 16 digits or more come as texts: a number of JavaScript would round them.
   All are asynchronous; failures are EngineErrors: message, at (index into the text that was sent, or null), status, foreign (the message is the server's, in English, as it has no words in the language of the page).
   toldIn(lang, data, sentence), isForeign(lang, data)   the message of an error of the server, and whether it is in English only. */

export class EngineError extends Error {
  constructor(message, at = null, status = 0) {
    super(message);
    this.at = at;
    this.status = status;
  }
}

export function parseExact(text) {
  return JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (/^-?\d{16,}$/.test(token) ? `"${token}"` : token)));
}

/* What went wrong, by the JSON of an error: in the language of the page where the server has words in it. */
export const toldIn = (lang, data, sentence) => (data.translations || {})[lang] || data.error || sentence;
export const isForeign = (lang, data) => Boolean(data.error) && lang !== "en" && !(data.translations || {})[lang];

export function serverEngine(lang, sentence) {
  const memory = new Map();
  const ask = async (path, query) => {
    const url = `/api/${path}?${new URLSearchParams(query)}`;
    let answer;
    let data;
    try {
      // Long positions go by POST: an address has its limits.
      answer =
        url.length < 3000
          ? await fetch(url)
          : await fetch(`/api/${path}`, {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify(query),
            });
      data = parseExact(await answer.text());
    } catch {
      throw new EngineError(sentence);
    }
    if (!answer.ok) throw Object.assign(new EngineError(toldIn(lang, data, sentence), data.at ?? null, answer.status), { foreign: isForeign(lang, data) });
    return data;
  };
  const keep = (path, query) => {
    const key = JSON.stringify([path, query]);
    if (!memory.has(key)) {
      if (memory.size > 200) memory.delete(memory.keys().next().value);
      const promise = ask(path, query);
      memory.set(key, promise);
      promise.catch(() => memory.delete(key));
    }
    return memory.get(key);
  };
  const bit = (misere) => (misere ? 1 : 0);
  return {
    offline: false,
    state: (position, misere) => keep("state", { position, misere: bit(misere) }),
    move: (position, to, misere, part) => ask("move", { position, to, misere: bit(misere), ...(part ? { part } : {}) }),
    reply: (position, misere, strength) =>
      ask("reply", { position, misere: bit(misere), strength, seed: Math.floor(Math.random() * 2 ** 31) }),
    why: (position, misere) => keep("why", { position, misere: bit(misere), lang }),
    parse: (text) => keep("parse", { text, lang }),
    games: () => keep("games", { lang }),
  };
}
