// Marking regions of pictures: dragging over a picture makes a row of numbers, and rows of numbers are drawn
// on their picture. Without a pointer, the numbers are what is edited.

import { drawn } from "./elements.js";

const WHOLE = 1000; // a side of a picture, in the measure of the drawing
const LEAST = 8; // what is smaller was a click
const REGION = ["x", "y", "width", "height"];

export function markPictures(form, addRow, changed) {
  const rows = () => [...form.querySelectorAll("[data-rows=marks] [data-row]")];
  for (const box of form.querySelectorAll("[data-rows=pictures] .marking")) {
    dragOver(box, (region) => {
      const row = addRow("marks");
      set(row, "picture", box.dataset.picture);
      REGION.forEach((name, at) => set(row, name, (region[at] / 10).toFixed(1)));
      draw(form, rows());
      changed();
      row.querySelector("[name$='-note']").focus();
    });
  }
  // What is edited as numbers, and which of the rows is being edited.
  for (const kind of ["input", "change", "focusin", "focusout"]) {
    form.addEventListener(kind, ({ target }) => { if (target.closest("[data-rows=marks]")) draw(form, rows()); });
  }
  draw(form, rows());
}

const field = (row, name) => row.querySelector(`[name$="-${name}"]`);

function set(row, name, value) {
  const input = field(row, name);
  if (input.tagName === "SELECT" && ![...input.options].some((option) => option.value === value)) input.add(new Option(value, value));
  input.value = value;
}

function regionOf(row) {
  const numbers = REGION.map((name) => Number.parseFloat(field(row, name).value.replace(",", ".")) * 10);
  return numbers.every(Number.isFinite) ? numbers : null;
}

function draw(form, rows) {
  for (const box of form.querySelectorAll(".marking")) {
    const here = rows.filter((row) => field(row, "picture").value === box.dataset.picture && !field(row, "remove").checked);
    const shapes = here.map((row) => rectangle(regionOf(row), row.contains(document.activeElement)));
    box.querySelector("svg").replaceChildren(...shapes.filter(Boolean));
  }
}

function rectangle(region, isCurrent) {
  if (!region) return null;
  const [x, y, width, height] = region;
  return drawn("rect", { x, y, width, height, class: isCurrent ? "current" : "" });
}

function dragOver(box, done) {
  const svg = box.querySelector("svg");
  let start = null;
  let shape = null;
  const at = ({ clientX, clientY }) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    const within = (part) => Math.round(Math.min(1, Math.max(0, part)) * WHOLE);
    return [within((clientX - left) / width), within((clientY - top) / height)];
  };
  const region = (end) => [
    Math.min(start[0], end[0]), Math.min(start[1], end[1]), Math.abs(end[0] - start[0]), Math.abs(end[1] - start[1]),
  ];
  const stop = () => { shape?.remove(); start = shape = null; };
  box.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    box.setPointerCapture(event.pointerId);
    start = at(event);
    shape = rectangle([...start, 0, 0], true);
    svg.append(shape);
  });
  box.addEventListener("pointermove", (event) => {
    if (!start) return;
    region(at(event)).forEach((number, part) => shape.setAttribute(REGION[part], number));
  });
  box.addEventListener("pointerup", (event) => {
    if (!start) return;
    const found = region(at(event));
    stop();
    if (found[2] >= LEAST && found[3] >= LEAST) done(found);
  });
  box.addEventListener("pointercancel", stop);
}
