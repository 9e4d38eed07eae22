/* api.js: the forms of the page about the API show their answers in place. Without this module a form leads to the answer itself. */
import { make, say, word } from "./common.js";

const LONGEST = 20000; // characters shown; the rest is behind the link

function answerBox(form) {
  const box = form.querySelector(".answerbox") || make("div", { class: "answerbox" });
  form.append(box);
  return box;
}

function pretty(text) {
  try {
    // Laid out again only where no number loses digits by it.
    return /\d{16}/.test(text) ? text : JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
}

async function ask(form, shown) {
  const url = `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;
  let status = "";
  let text = word("common_no_server");
  try {
    const answer = await fetch(url);
    [status, text] = [answer.status, pretty(await answer.text())];
  } catch {
    // the sentence above
  }
  const told = word("api_answer", { status });
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  shown.replaceChildren(
    make("p", { class: "answered" }, make("strong", { text: told }), make("a", { href: url, text: word("api_alone") })),
    make("pre", { class: "pre answer", tabindex: 0, role: "region", "aria-label": told, text: cut }),
  );
  say(told);
}

for (const form of document.querySelectorAll(".api form"))
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(form, answerBox(form));
  });
