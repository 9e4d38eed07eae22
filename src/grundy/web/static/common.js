/* common.js: what all pages share. No state, nothing from outside.

   make(tag, props, ...children)  an element; props: class, text, attributes, on: {event: handler}, css: {property: value};
                                  children: nodes, texts, or null. Tags "svg:circle" are of SVG.
   word(key, values)              the text of a key in <script type="application/json" id="words">, {name} replaced.
   number(n), reword(extra)       a number with thin spaces; more texts (the offline page puts its own in).
   tongue(text)                   "en" for a text in Latin letters on a page in Chinese: rules in words are derived in English; else null.
   ruleLines(texts, most)         the first of some sentences on rules, each on a line of its own.
   say(text)                      for screen readers: the polite live region of the page.
   errorBox(node, error, text)    shows an error in place: its sentence (error.foreign: in English; error.intro: a sentence before it) and, where it has a place, the text with a caret under it. null hides it.
   liveBox({input, note, button, parse, found})   a text box that is parsed while one types (250 ms after the last key).
   languageLinks()                makes the language switch keep the page's address; called at load and after each pushState.
   copied(button, text)           copies text and says so on the button. */

const SVG = "http://www.w3.org/2000/svg";

export function make(tag, props, ...children) {
  const node = tag.startsWith("svg:") ? document.createElementNS(SVG, tag.slice(4)) : document.createElement(tag);
  for (const [key, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "on") for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
    else if (key === "css") for (const [name, v] of Object.entries(value)) node.style.setProperty(name, v);
    else if (key === "text") node.textContent = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

let wordTable = null;

export function word(key, values) {
  if (!wordTable) {
    const data = document.getElementById("words");
    wordTable = data ? JSON.parse(data.textContent) : {};
  }
  const text = key in wordTable ? wordTable[key] : key;
  return text.replace(/\{(\w+)\}/g, (all, name) => (values && name in values ? String(values[name]) : all));
}

export function reword(extra) {
  word("");
  Object.assign(wordTable, extra);
}

export function tongue(text) {
  return /^[\x00-\u024f\u2000-\u22ff]*$/.test(text) && /^zh/.test(document.documentElement.lang) ? "en" : null;
}

export function ruleLines(texts, most) {
  return texts.slice(0, most).flatMap((text, i) => [i ? make("br") : null, make("span", { lang: tongue(text), text: text.replace(/^- /, "• ") })]);
}

export function number(n) {
  const text = String(n);
  return text.length > 4 && /^-?\d+$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, "\u202f") : text;
}

export function say(text) {
  let region = document.getElementById("live");
  if (!region) {
    region = make("div", { id: "live", class: "sr", role: "status", "aria-live": "polite" });
    document.body.append(region);
  }
  region.textContent = text;
}

export function errorBox(node, error, text) {
  node.hidden = !error;
  if (!error) return void node.replaceChildren();
  const foreign = error.foreign && !document.documentElement.lang.startsWith("en");
  const intro = [error.intro || "", foreign ? word("common_foreign") : ""].filter(Boolean).join(" ");
  const parts = [make("p", {}, intro ? `${intro} ` : "", make("span", { lang: foreign ? "en" : null, text: error.message }))];
  if (text && Number.isInteger(error.at) && error.at >= 0 && error.at <= text.length) {
    const from = Math.max(0, error.at - 24);
    const shown = (from ? "…" : "") + text.slice(from, from + 60).replace(/\s/g, " ") + (text.length > from + 60 ? "…" : "");
    parts.push(make("pre", { "aria-hidden": "true", text: `${shown}\n${" ".repeat(error.at - from + (from ? 1 : 0))}^` }));
  }
  node.replaceChildren(...parts);
}

export function liveBox({ input, note, button, parse, found }) {
  let timer = 0;
  let asked = 0;
  const enable = (on) => button && (on ? button.removeAttribute("aria-disabled") : button.setAttribute("aria-disabled", "true"));
  const look = async () => {
    const text = input.value.trim();
    const mine = ++asked;
    if (!text) {
      errorBox(note, null);
      enable(false);
      return found(null);
    }
    try {
      const answer = await parse(text);
      if (mine !== asked) return undefined;
      errorBox(note, null);
      input.removeAttribute("aria-invalid");
      enable(true);
      return found(answer);
    } catch (error) {
      if (mine !== asked) return undefined;
      input.setAttribute("aria-invalid", "true");
      errorBox(note, error, text);
      enable(false);
      return found(null);
    }
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, 250);
  });
  if (!input.value.trim()) enable(false);
  return { look };
}

export function languageLinks() {
  for (const link of document.querySelectorAll("[data-lang-link]")) {
    const url = new URL(location.href);
    url.searchParams.set("lang", link.dataset.langLink);
    link.href = url.pathname + url.search;
  }
}

export async function copied(button, text) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", { class: "sr" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    button.focus();
  }
  button.textContent = word("common_copied");
  say(word("common_copied"));
  setTimeout(() => (button.textContent = before), 1600);
}

if (document.querySelector("[data-lang-link]")) languageLinks();
