/* report.js: the result of a study as sections: law and evidence, figure, how to win, programs; rules, links and steps beside them.

   reportOf(job, {rules, misere, lang, parsed, playable, table}) -> elements; job is the JSON of /api/study/<job>, parsed that of /api/parse, playable whether its position can be played, table(rules, to) gives that of /api/table.
   named(name) is what a step is called on the page.   fillSteps(list, steps) fills a list with the steps of a study. */
import { copied, make, tongue, word } from "./common.js";
import { figureOf } from "./figure.js";

const SIGNS = { proved: "✓", attested: "≈", checked: "N", unknown: "?" };
const LANGUAGES = { cpp: "C++", python: "Python" };
const KINDS = { proved: "win", attested: "checked", checked: "checked", unknown: "unknown" };

const panel = (title, ...children) => make("section", { class: "panel" }, make("h2", { text: title }), ...children);
/* A method or step by its name in the language of the page; one that has none there keeps its own. */
export function named(name) {
  const key = `study_name_${name.replace(/\W+/g, "_")}`;
  const text = word(key);
  return text === key ? name : text;
}

/* told(name, text): the text of a study of that name in the language of the page, as {text}; or else the English one, marked: {text, lang}. */
function tellerOf(job, lang) {
  const own = (job.study_words || {})[lang] || {};
  return (name, text, i = null) => {
    const words = i === null ? own[name] : (own[name] || [])[i];
    return words ? { text: words } : { text, lang: lang === "en" ? null : "en" };
  };
}


export function fillSteps(list, steps, told = (name, text) => ({ text, lang: tongue(text) })) {
  list.replaceChildren(
    ...steps.map((step, i) =>
      make("li", { class: step.done ? "yes" : "" },
        make("span", { class: "sign", "aria-hidden": "true", text: step.done ? "✓" : step.done === null ? "·" : "–" }),
        make("b", { lang: tongue(named(step.name)), text: named(step.name) }),
        make("span", { class: "time", text: typeof step.seconds === "number" ? `${step.seconds.toFixed(3)} s` : "" }),
        step.found ? make("span", { class: "what", ...told("steps", step.found, i) }) : null,
      ),
    ),
  );
}

export function reportOf(job, options) {
  const { study } = job;
  const told = tellerOf(job, options.lang);
  return [
    make("h2", { class: "subject", text: study.ruleset }),
    make("div", { class: "study" },
      make("div", {}, lawPanel(job, told, options), figurePanel(study, options), winPanel(study, told), codePanel(job.code || {})),
      make("aside", { "aria-label": word("study_beside") }, rulesPanel(study, told, options), afterPanel(job, options), stepsPanel(study, told)),
    ),
  ];
}

/* ---------- the law and how it is known ---------- */

function lawPanel(job, told, { misere }) {
  const { study } = job;
  const { law, evidence } = study;
  const known = law && evidence !== "unknown";
  const said = known ? told("law", law.text) : { text: word("study_no_law") };
  const formula = known && law.formula ? told("formula", law.formula) : { text: "" };
  return make("section", { class: `panel law ${KINDS[evidence] || ""}`, id: "law" },
    make("h2", { text: !known ? word("study_law") : word(law.about === "outcome" ? "study_law_outcome" : "study_law_grundy") }),
    make("p", { class: `says${known ? "" : " none"}`, ...said }),
    formula.text && formula.text !== said.text ? make("p", { class: "formula code", ...formula }) : null,
    make("div", { class: "evidence", "data-evidence": evidence },
      make("span", { class: "stamp", "aria-hidden": "true", text: SIGNS[evidence] || "?" }),
      make("p", {}, make("strong", { text: word(`study_${evidence}`, { n: study.checked_to }) }), word(`study_${evidence}_is`, { n: study.checked_to }), timedOut(study) ? ` ${word("study_longer")}` : ""),
    ),
    ...(known ? howKnown(study, told) : []),
    misere ? make("p", { class: "note", text: word("study_misere") }) : null,
  );
}

/* Whether something that was not proved was given up for want of time, and not because it does not apply. */
function timedOut({ evidence, steps }) {
  return ["unknown", "checked"].includes(evidence) && steps.some((step) => !step.done && /the time allowed/.test(step.found || ""));
}

function howKnown(study, told) {
  const outcomes = study.law && study.law.about === "outcome" && study.values_why;
  const facts = [
    ["study_method", study.method && { text: named(study.method), lang: tongue(named(study.method)) }],
    ["study_theorem", study.theorem && told("theorem", study.theorem)],
    ["study_how", study.theorem && study.why.includes(study.theorem) ? null : told("why", study.why)],
    ["study_values_why", outcomes && told("values_why", study.values_why)],
  ].filter(([, text]) => text);
  if (!facts.length) return [];
  return [
    make("h3", { text: word("study_known") }),
    make("dl", { class: "facts" }, ...facts.flatMap(([key, text]) => [make("dt", { text: word(key) }), make("dd", text)])),
  ];
}

/* ---------- the figure ---------- */

/* The rules whose values are drawn: the ruleset itself; of a family, the one of the position to play on. */
function drawnRules(study, { rules, parsed }) {
  if (parsed.kind !== "family") return rules;
  return parsed.position ? parsed.position.replace(/\[[^[\]]*\]$/, "") : null;
}

function figurePanel(study, options) {
  const rules = drawnRules(study, options);
  const heading = make("h2", { text: word("study_values") });
  const box = make("section", { class: "panel", id: "figure" }, heading, make("p", { class: "note", text: word("study_loading") }));
  if (rules === null) return null;
  figureOf(rules, { law: options.parsed.kind === "family" ? null : study.law, table: options.table, playable: options.playable })
    .then((children) => {
      box.replaceChildren(...children);
      if (options.parsed.kind === "family") box.append(make("p", { class: "note", text: word("study_member", { rules }) }));
    })
    .catch((error) => box.replaceChildren(heading, make("p", { class: "note", lang: error.foreign ? "en" : null, text: error.message })));
  return box;
}

/* ---------- how to win, programs ---------- */

function winPanel(study, told) {
  if (!study.advice && !study.p_positions) return null;
  const text = (name) => (study[name] ? make("p", told(name, study[name])) : null);
  return panel(word("study_win"), text("advice"), study.p_positions ? make("h3", { text: word("study_p") }) : null, text("p_positions"));
}

function codePanel(code) {
  const names = Object.keys(LANGUAGES).filter((name) => code[name]);
  if (!names.length) return null;
  const program = make("pre", { class: "pre program", id: "program", role: "tabpanel", tabindex: 0 });
  const copy = make("button", { type: "button", class: "button small", text: word("study_copy"), on: { click: (event) => copied(event.currentTarget, program.textContent) } });
  const tabs = names.map((name, i) =>
    make("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "program", text: LANGUAGES[name], on: { click: () => choose(i), keydown: (event) => turn(event, i) } }),
  );
  const choose = (chosen) => {
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === chosen));
      tab.tabIndex = i === chosen ? 0 : -1;
    });
    program.textContent = code[names[chosen]];
    program.setAttribute("aria-labelledby", tabs[chosen].id);
  };
  const turn = (event, i) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const next = (i + way + names.length) % names.length;
    choose(next);
    tabs[next].focus();
  };
  choose(0);
  return panel(word("study_programs"), make("p", { class: "note", text: word("study_programs_are") }), make("div", { class: "tabs" }, make("div", { role: "tablist", "aria-label": word("study_programs") }, ...tabs), copy), program);
}

/* ---------- beside: rules, links, steps ---------- */

/* The rules in words; in other languages than English the catalogue has its own words of its games. */
function rulesPanel(study, told, { lang, parsed }) {
  const lines = study.words.map((line, i) => told("words", line, i));
  const own = lang !== "en" && parsed.words && parsed.words.length ? parsed.words.map((text) => ({ text, lang: tongue(text) })) : lines.slice(0, -1);
  return panel(word("study_rules_are"),
    make("ul", { class: "rulewords" }, ...[...own, ...lines.slice(-1)].map((line) => make("li", { ...line, class: line.text.startsWith("- ") ? "more" : "", text: line.text.replace(/^- /, "• ") }))),
  );
}

function afterPanel(job, { parsed, playable, misere, lang }) {
  const links = [];
  if (playable) {
    const query = new URLSearchParams({ position: parsed.position, lang });
    if (misere) query.set("misere", "1");
    links.push(make("a", { class: "button primary", id: "play", href: `/play?${query}`, text: word("study_play") }));
  }
  if (job.certificate) {
    links.push(make("a", { class: "button", id: "certificate", href: `/api/study/${job.job}/certificate`, download: "certificate.json", text: word("study_certificate") }));
  }
  const note = job.certificate ? make("p", { class: "note" }, word("study_check"), " ", make("code", { text: "grundy check certificate.json" })) : null;
  return make("section", { class: "panel" }, make("h2", { text: word("study_next") }), make("div", { class: "after" }, ...links), note);
}

function stepsPanel(study, told) {
  const list = make("ol", { class: "steps" });
  fillSteps(list, study.steps, told);
  return make("details", { class: "panel", open: true },
    make("summary", {}, word("study_steps"), make("span", { class: "count", text: `${study.seconds.toFixed(2)} s` })),
    list,
  );
}
