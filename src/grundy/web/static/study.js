/* study.js: the page of a study: a form, a job with its steps, and the result. The figure is drawn in figure.js, the rest of the result in report.js. */
import { errorBox, languageLinks, liveBox, make, say, word } from "./common.js";
import { isForeign, serverEngine, toldIn } from "./engine.js";
import { fillSteps, named, reportOf } from "./report.js";

const PAUSES = [150, 250, 400, 600];
const lang = document.body.dataset.lang;
const engine = serverEngine(lang, word("common_no_server"));
const at = (id) => document.getElementById(id);
let run = 0; // counts what was started: answers that come late are dropped
let job = null;
let studied = ""; // the rules of the study that is shown or under way

async function ask(path, options) {
  let answer;
  let data;
  try {
    answer = await fetch(path, options);
    data = await answer.json();
  } catch {
    throw new Error(word("common_no_server"));
  }
  if (!answer.ok) throw failure(data);
  return data;
}

const failure = (data) => Object.assign(new Error(toldIn(lang, data, word("common_no_server"))), { at: data.at ?? null, foreign: isForeign(lang, data) });
const later = (ms) => new Promise((done) => setTimeout(done, ms));

/* ---------- the form ---------- */

const box = liveBox({
  input: at("rules"),
  note: at("askerror"),
  button: at("go"),
  parse: (text) => engine.parse(text),
  found: (answer) => (at("found").textContent = answer && at("rules").value.trim() !== studied ? word(`study_found_${answer.kind}`) : ""),
});

function settings() {
  return { rules: at("rules").value.trim(), misere: at("misere").checked, budget: Number(at("budget").value) };
}

function addressOf({ rules, misere, budget }) {
  const query = new URLSearchParams({ rules });
  if (misere) query.set("misere", "1");
  if (budget !== 20) query.set("budget", budget);
  query.set("lang", lang);
  return `${location.pathname}?${query}`;
}

function readAddress() {
  const query = new URLSearchParams(location.search);
  at("rules").value = query.get("rules") || "";
  at("misere").checked = ["1", "true"].includes(query.get("misere"));
  const budget = query.get("budget");
  at("budget").value = ["5", "20", "60"].includes(budget) ? budget : "20";
}

at("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const chosen = settings();
  if (!chosen.rules) return at("rules").focus();
  history.pushState(null, "", addressOf(chosen));
  languageLinks();
  return study(chosen);
});

for (const chip of document.querySelectorAll("[data-text]")) {
  chip.addEventListener("click", () => {
    at("rules").value = chip.dataset.text;
    at("ask").requestSubmit();
  });
}

/* ---------- the job ---------- */

async function study(chosen) {
  const mine = ++run;
  if (job) stop(job);
  job = null;
  studied = chosen.rules;
  box.look();
  at("result").hidden = true;
  errorBox(at("failed"), null);
  showWork(true);
  try {
    const begun = await ask("/api/study", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(chosen) });
    if (mine !== run) return stop(begun.job);
    job = begun.job;
    await follow(mine, begun, chosen);
  } catch (error) {
    if (mine !== run) return;
    showWork(false);
    fail(error, chosen.rules);
  }
}

async function follow(mine, first, chosen) {
  let seen = first;
  for (let i = 0; ["waiting", "running"].includes(seen.status); i++) {
    showSteps(seen);
    await later(PAUSES[Math.min(i, PAUSES.length - 1)]);
    if (mine !== run) return;
    seen = await ask(`/api/study/${first.job}`);
    if (mine !== run) return;
  }
  showWork(false);
  if (seen.status === "done") await show(seen, chosen, mine);
  else if (seen.status === "failed") fail(failure(seen), chosen.rules);
  else cancelled();
}

function stop(name) {
  fetch(`/api/study/${name}`, { method: "DELETE" }).catch(() => null);
}

function showWork(on) {
  at("working").hidden = !on;
  if (on) {
    at("now").textContent = word("study_waiting");
    at("livesteps").replaceChildren();
  }
}

function showSteps(seen) {
  const now = seen.status === "waiting" ? word("study_waiting") : seen.progress ? word("study_now", { step: named(seen.progress) }) : word("study_begun");
  if (at("now").textContent !== now) at("now").textContent = now;
  fillSteps(at("livesteps"), seen.steps.slice(0, -1));
}

function cancelled() {
  at("failed").hidden = false;
  at("failed").replaceChildren(make("p", { text: word("study_cancelled") }));
  at("go").focus();
}

/* What is wrong with the text stands below its box already. */
async function fail(error, text) {
  await box.look();
  errorBox(at("failed"), at("askerror").hidden ? error : null, text);
  if (Number.isInteger(error.at)) at("rules").setAttribute("aria-invalid", "true");
}

at("cancel").addEventListener("click", () => {
  run++;
  if (job) stop(job);
  job = null;
  showWork(false);
  cancelled();
});

addEventListener("pagehide", () => job && !at("working").hidden && fetch(`/api/study/${job}`, { method: "DELETE", keepalive: true }).catch(() => null));

/* ---------- the result ---------- */

async function show(seen, chosen, mine) {
  const parsed = await engine.parse(chosen.rules).catch(() => ({ position: null, words: [] }));
  const playable = Boolean(parsed.position) && (await engine.state(parsed.position, chosen.misere).then(() => true, () => false));
  if (mine !== run) return;
  const result = at("result");
  result.replaceChildren(...reportOf(seen, { ...chosen, lang, parsed, playable, table: (rules, to) => table(rules, to, chosen.misere) }));
  result.hidden = false;
  document.querySelector(".ask").classList.add("compact");
  document.title = `${chosen.rules.slice(0, 60)} · grundy`;
  result.focus({ preventScroll: true });
  say(word("study_ready"));
}

function table(rules, to, misere) {
  const query = new URLSearchParams({ rules, misere: misere ? 1 : 0 });
  if (to !== null) query.set("to", to);
  return ask(`/api/table?${query}`);
}

function start() {
  readAddress();
  const chosen = settings();
  if (chosen.rules) study(chosen);
  else clear();
}

/* The page as it is without a study: after going back to it. */
function clear() {
  run++;
  if (job) stop(job);
  job = null;
  studied = "";
  showWork(false);
  errorBox(at("failed"), null);
  at("result").hidden = true;
  document.querySelector(".ask").classList.remove("compact");
}

addEventListener("popstate", start);
start();
