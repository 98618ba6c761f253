// Two rulesets compared: both boards at a ply of the line, with the moves that only one of them allows.

import { BoardView } from "./board.js";
import { ModuleView } from "./engine/view.js";

const data = JSON.parse(document.getElementById("compare-data").textContent);
const steps = document.querySelectorAll("#line [data-ply]");
const MOST_ARROWS = 12; // more would hide the board
const boards = [...document.querySelectorAll(".compare-side svg.board")];
const views = boards.map((svg, i) => view(svg, data.sides[i]));

function view(svg, side) {
  const View = side.sheet ? ModuleView : BoardView;
  return new View(svg, { ...side, components: side.manifest.components, onSite() {} });
}

function move([from, to]) {
  return { from, to };
}

// At the end of the line stand the moves that only this side allows, before it the move just played.
function light(view, side, ply) {
  const played = ply ? [move(side.moves[ply - 1])] : [];
  const lone = ply === side.moves.length ? side.lone.map(move) : [];
  const lights = played.flatMap(({ from, to }) => [["from", from], ["to", to]]);
  for (const { to } of lone) lights.push(["effect", to]);
  const arrows = lone.length ? lone : played;
  view.light([...new Map(lights.map((each) => [each.join(), each])).values()], arrows.length > MOST_ARROWS ? [] : arrows);
}

function show(ply) {
  views.forEach((view, i) => {
    view.draw(data.sides[i].frames[ply], data.sides[i].titles[ply]);
    light(view, data.sides[i], ply);
  });
  for (const step of steps) {
    if (Number(step.dataset.ply) === ply) step.setAttribute("aria-current", "true");
    else step.removeAttribute("aria-current");
  }
}

function listen(step) {
  step.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    show(Number(step.dataset.ply));
    history.replaceState(null, "", step.href);
  });
}

steps.forEach(listen);
show(data.ply);
