// The page of a draft of rules: whoever reviews it plays it by the text that was saved.

import { DraftBoard } from "./draft-board.js";

const part = document.querySelector(".checked[data-check]");
const words = JSON.parse(document.getElementById("board-words").textContent);
const text = JSON.parse(document.getElementById("draft-text").textContent);

async function start() {
  const body = new URLSearchParams({ text, play: "1", draft: part.dataset.draft, ruleset: part.dataset.ruleset });
  body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
  const answer = await fetch(part.dataset.check, { method: "POST", body });
  if (!answer.ok) throw new Error(answer.statusText);
  const { definitions, play } = await answer.json();
  if (!play) return;
  const lines = new Map(definitions.map(({ name, line }) => [name, line]));
  const board = new DraftBoard(words, (name) => lines.get(name));
  await board.show(part, play);
  part.dataset.ready = "true";
}

start();
