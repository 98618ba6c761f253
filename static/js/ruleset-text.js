// The editor of a text of rules: colours behind the text, and what the server finds wrong in it.

import { completing } from "./completing.js";
import { DraftBoard } from "./draft-board.js";
import { element } from "./elements.js";
import { followName } from "./follow-name.js";
import { TypedKeeper } from "./keep-typed.js";
import { marked, moved, offsetOf, placeOf } from "./ludemes.js";

const PAUSE = 600;
const LONGEST_COLOURED = 60_000;
const form = document.querySelector(".text-editor");
const area = form.querySelector("textarea[name=text]");
const code = form.querySelector(".code");
const colours = form.querySelector(".colours");
const said = form.querySelector("#text-said");
const where = form.querySelector(".where");
const checked = form.querySelector("#checked");
const tip = element("p", { className: "tip", hidden: true });
tip.setAttribute("aria-hidden", "true");

let painted = area.value;
let wrong = []; // { start, end, message } in the text as it is now
let pause = 0, frame = 0, asking = false, again = false, leaving = false;
let unsaved = "unsaved" in form.dataset;
let lines = new Map(); // of definitions, by name
const words = JSON.parse(document.getElementById("board-words").textContent);
const board = new DraftBoard(words, (name) => lines.get(name));

function fill(words, values) {
  return words.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
}

function paint() {
  wrong = moved(wrong, painted, area.value);
  painted = area.value;
  const runs = painted.length > LONGEST_COLOURED ? [{ kind: "plain", text: painted }] : marked(painted, wrong);
  colours.replaceChildren(...runs.map(({ kind, text, wrong: bad }) => (kind === "blank" && !bad ? text
    : element("span", { className: bad ? `lud-${kind} wrong` : `lud-${kind}`, textContent: text }))), "\n");
  follow();
}

// Before the next frame is shown: a text put in at once tells of each of its lines.
function paintSoon() {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(paint);
}

// Where the caret is, and beneath its line what is wrong there.
function follow() {
  const here = placeOf(area.value, area.selectionStart);
  where.textContent = fill(form.dataset.where, here);
  const bad = wrong.find(({ start }) => placeOf(area.value, start).line === here.line);
  tip.hidden = !bad;
  if (!bad) return;
  tip.textContent = bad.message;
  tip.style.top = `${boxAt(bad.start).bottom - code.getBoundingClientRect().top + 2}px`;
}

// Where the character at an offset stands on the screen.
function boxAt(offset) {
  const walker = document.createTreeWalker(colours, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let at = 0, node = walker.nextNode();
  while (at + node.length <= offset) {
    at += node.length;
    node = walker.nextNode();
  }
  range.setStart(node, offset - at);
  range.setEnd(node, offset - at + 1);
  return range.getBoundingClientRect();
}

async function check() {
  again = asking;
  if (asking) return;
  asking = true;
  const text = area.value;
  try {
    const answer = await fetch(form.dataset.check, { method: "POST", body: asked(text) });
    if (!answer.headers.get("Content-Type")?.includes("json")) throw new Error(answer.statusText || answer.status);
    const found = await answer.json();
    if (answer.status === 503) setTimeout(check, 1000 * (answer.headers.get("Retry-After") ?? 5));
    if (!answer.ok) throw new Error(found.detail);
    show(found, text);
  } catch (error) {
    tell(fill(form.dataset.failed, { reason: error.message }));
  }
  asking = false;
  if (again) check();
  else checked.removeAttribute("aria-busy");
}

// The text and its options, and how its men look; what else is said beside it is checked where it is
// saved, but of new rules, of which nothing is stored yet.
function asked(text) {
  const sent = new FormData(form);
  const body = new URLSearchParams({ text, play: "1", ruleset: form.dataset.ruleset, draft: form.dataset.draft ?? "" });
  body.set("csrfmiddlewaretoken", sent.get("csrfmiddlewaretoken"));
  const said = form.dataset.ruleset || form.dataset.draft ? /^(option$|piece-)/ : /^(option$|piece-|clause-)/;
  for (const [name, value] of sent) if (said.test(name)) body.append(name, value);
  return body;
}

function show(found, text) {
  const [first] = found.problems;
  wrong = found.problems.filter(({ line }) => line).map(({ line, column, length, message }) => {
    const start = offsetOf(text, line, column);
    return { start, end: start + length, message };
  });
  painted = text;
  paint();
  area.setAttribute("aria-invalid", String(Boolean(first)));
  const kept = checked.contains(document.activeElement);
  if (!kept) {
    checked.innerHTML = found.shown; // made and escaped by the server's template
    lines = new Map(found.definitions.map(({ name, line }) => [name, line]));
    if (found.play) board.show(checked, found.play);
  }
  if (found.options.length) form.querySelector("#choices").innerHTML = found.choices;
  tell(first ? fill(form.dataset[first.line ? "wrong" : "failing"], { ...first, n: found.problems.length }) : form.dataset.fine);
}

function tell(words) {
  if (said.textContent !== words) said.textContent = words;
}

// Until the new text has been checked, the verdict shown is that of the old one.
function soon() {
  checked.setAttribute("aria-busy", "true");
  tell(form.dataset.changed);
  clearTimeout(pause);
  pause = setTimeout(check, PAUSE);
}

// A link to a line of the text puts the caret there.
function go(event) {
  const link = event.target.closest("a[data-line]");
  if (!link) return;
  event.preventDefault();
  const at = offsetOf(area.value, Number(link.dataset.line), Number(link.dataset.column ?? 1));
  area.focus({ preventScroll: true });
  area.setSelectionRange(at, at);
  follow();
  scrollTo({ top: boxAt(at).top + scrollY - innerHeight / 3 });
}

code.append(tip);
code.classList.add("enhanced");
area.addEventListener("input", () => { paintSoon(); soon(); });
document.addEventListener("selectionchange", () => { if (document.activeElement === area) follow(); });
form.addEventListener("change", ({ target }) => {
  if (target.name === "option") check();
  else unsaved = true;
});
form.addEventListener("click", go);
form.addEventListener("submit", (event) => {
  leaving = Boolean(event.submitter?.name);
  if (leaving) return;
  event.preventDefault();
  check();
});
addEventListener("resize", follow);
addEventListener("beforeunload", (event) => { if (!leaving && !keeper.keeps && (unsaved || area.value !== area.defaultValue)) event.preventDefault(); });
const keeper = new TypedKeeper(form, {
  status: form.querySelector("#kept-status"),
  notice: document.getElementById("restored"),
  changed: () => { unsaved = true; paint(); soon(); },
});
paint();
check();
followName(form.elements.name, form.elements.slug);
completing(area, form.querySelector("#offers"), form.querySelector("#reference"), boxAt);
form.dataset.ready = "";
