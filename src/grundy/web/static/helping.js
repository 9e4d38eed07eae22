/* helping.js: hints, and why a position is won or lost. */
import { errorBox, make, word } from "./common.js";
import { slipOf } from "./panels.js";
import { arrows, explanation } from "./why.js";

export function addHelping(m) {
  const { at, engine, s } = m;

  async function openWhy(position) {
    const panel = at("whypanel");
    at("why").setAttribute("aria-expanded", "true");
    panel.hidden = false;
    panel.replaceChildren(make("p", { class: "note", text: word("play_loading") }));
    const mine = m.run;
    try {
      const told = await engine.why(position, s.misere);
      if (mine !== m.run) return;
      panel.replaceChildren(...explanation(told, position !== s.position || m.state.over));
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
    const who = m.winner();
    return who === null || !m.trail.length ? s.position : m.trail[Math.max(slipOf(m.trail, who), 0)].from;
  }

  function toggleWhy() {
    if (!at("whypanel").hidden) {
      at("whypanel").hidden = true;
      at("why").setAttribute("aria-expanded", "false");
    } else if (m.state) openWhy(whyAt());
  }

  async function nextHint() {
    if (!m.state || m.state.over) return;
    const mine = m.run;
    const box = at("hints");
    box.hidden = false;
    if (!m.hintsSeen) at("hintsteps").replaceChildren(make("li", { text: word("play_loading") }));
    try {
      const { hints } = await engine.why(s.position, s.misere);
      if (mine !== m.run) return;
      m.hintsSeen = Math.min(m.hintsSeen + 1, hints.length);
      at("hintsteps").replaceChildren(...hints.slice(0, m.hintsSeen).map((text) => make("li", { text: arrows(text) })));
      at("more").hidden = m.hintsSeen >= hints.length;
      box.scrollIntoView({ block: "nearest" });
    } catch (error) {
      if (mine !== m.run) return;
      const unknown = m.state && !m.state.outcome;
      at("hintsteps").replaceChildren(make("li", { lang: error.foreign && !unknown ? "en" : null, text: unknown ? word("play_no_hint") : error.message }));
      at("more").hidden = true;
    }
  }

  Object.assign(m, { openWhy, toggleWhy, nextHint });
}
