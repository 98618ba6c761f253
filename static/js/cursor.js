// A cursor on the board for the keyboard: arrow keys go to the next site that way, Enter chooses.
// Works on boards of any shape, for it looks only at where the sites are drawn.

import { drawn } from "./elements.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2; // how much worse a way is to the side than straight on

export class Cursor {
  constructor(svg, sites, { onMove, onChoose, isTurned = () => false }) {
    Object.assign(this, { svg, sites, onMove, onChoose, isTurned, at: 0 });
    this.mark = drawn("path", { class: "cursor" });
    svg.append(this.mark);
    svg.setAttribute("tabindex", "0");
    svg.setAttribute("role", "application");
    svg.addEventListener("keydown", (event) => this.#typed(event));
    svg.addEventListener("focus", () => this.#show());
    svg.addEventListener("pointerdown", ({ target }) => this.#goUnder(target)); // comes before the focus
  }

  // The keys go on from where the board was touched.
  #goUnder(target) {
    const site = target.closest?.("[data-site]")?.dataset.site;
    if (this.sites[site]) this.at = Number(site);
  }

  #typed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const way = WAYS[event.key];
    if (way) this.at = this.#next(way);
    else if (event.key === "Enter" || event.key === " ") this.onChoose(this.at);
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.#show();
  }

  #show() {
    this.mark.setAttribute("d", this.sites[this.at].path.getAttribute("d"));
    this.onMove(this.at);
  }

  #next(way) {
    const [x, y] = this.isTurned() ? way.map((each) => -each) : way;
    const here = this.sites[this.at];
    let [least, found] = [Infinity, this.at];
    this.sites.forEach((site, number) => {
      const [dx, dy] = [site.x - here.x, site.y - here.y];
      const [on, aside] = [dx * x + dy * y, Math.abs(dx * y) + Math.abs(dy * x)];
      const far = on + ASIDE * aside;
      if (on > 0.5 && aside <= on + 0.5 && far < least) [least, found] = [far, number];
    });
    return found;
  }
}
