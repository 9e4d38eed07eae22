/* why.js: the "why" panel.

   explanation(told, elsewhere) -> the nodes for Explanation JSON (explain/explanation.py); elsewhere: the position is not the one on the board.
   arrows(text)  "->" as people write it. */
import { make, word } from "./common.js";

export const arrows = (text) => text.replaceAll("->", "→");

/* The "why" panel from Explanation JSON. */
export function explanation(given, elsewhere) {
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
