// The board: draws the frame it is told to draw and says which site was chosen. It knows no rules.
// The server draws the first frame with the same elements (games/frames.py).
//
// A frame is an array with the number of the component on each site, 0 for none.

import { drawn } from "./elements.js";
import { fillOf, manOf } from "./words.js";

function crossAt(x, y, half = 5) {
  const whole = 2 * half;
  return `M${x - half} ${y - half}l${whole} ${whole}m${-whole} 0l${whole} ${-whole}`;
}

function upright(label, on) {
  const { x, y, width, height } = label.getBBox();
  if (on) label.setAttribute("transform", `rotate(180 ${x + width / 2} ${y + height / 2})`);
  else label.removeAttribute("transform");
}

function readSite(path, size) {
  const { x, y, label, called = "" } = path.dataset;
  return { path, x: Number(x), y: Number(y), size, label, called };
}

export class BoardView {
  // `components[n]` is { name, owner }; `pieces[name]` is { symbol, name, letter }; `sides[owner]` is a word;
  // `rooms[site]` is the side of the square that a piece may fill.
  constructor(svg, { components, pieces, sides, sprite, rooms, onSite }) {
    Object.assign(this, { svg, components, pieces, sides, sprite });
    this.sites = [];
    for (const path of svg.querySelectorAll(".site")) {
      this.sites[Number(path.dataset.site)] = readSite(path, rooms[path.dataset.site]);
    }
    this.turned = false;
    this.marks = svg.querySelector(".marks");
    this.men = svg.querySelector(".pieces");
    this.standing = null; // by site, what is drawn there: { word, man }
    svg.addEventListener("click", (event) => {
      const at = event.target.closest("[data-site]");
      if (at) onSite(Number(at.dataset.site));
    });
  }

  // A site's label, with what the rules call the place, if they do.
  nameOf(site) {
    const { label, called } = this.sites[site];
    return called ? `${label} (${called})` : label;
  }

  // Whether a site is drawn, and not beside the board.
  isOnBoard(site) {
    return site in this.sites;
  }

  // Men that stay where they are are not made anew; those of later sites lie over those of earlier ones.
  draw(frame, description) {
    if (!this.standing) this.men.replaceChildren();
    const before = this.standing ?? [];
    this.standing = Array.from(frame, (here, site) => (here && this.sites[site] ? this.#drawn(here, site, before[site]) : null));
    before.forEach((old, site) => { if (old && old.man !== this.standing[site]?.man) old.man.remove(); });
    let next = null;
    for (const { man } of this.standing.filter(Boolean).reverse()) {
      if (man.nextSibling !== next || !man.parentNode) this.men.insertBefore(man, next);
      next = man;
    }
    if (description) this.svg.setAttribute("aria-label", description);
  }

  #drawn(here, site, old) {
    const word = this.word(here);
    return old?.word === word ? old : { word, man: this.man(here, site) };
  }

  // What tells two things apart that may stand on a site.
  word(component) {
    return component;
  }

  man(component, site) {
    const { name, owner } = this.components[component];
    const look = this.pieces[name] ?? { symbol: "man", name, letter: name[0] };
    const { x, y, size, label } = this.sites[site];
    const half = size / 2;
    const upright = this.turned ? { transform: `rotate(180 ${x} ${y})` } : {};
    return drawn("g", { class: `piece-at side-${fillOf(owner, this.sides)}`, "data-site": site, ...upright }, [
      drawn("title", {}, [`${manOf(this.sides[owner], look.name)}, ${label}`]),
      drawn("use", {
        class: "piece", href: `${this.sprite}#${look.symbol}`, x: x - half, y: y - half, width: size, height: size,
      }),
      drawn("circle", { class: "piece-disc", cx: x, cy: y, r: half * 0.84 }),
      drawn("text", { class: "piece-letter", x, y: y + size * 0.18, "font-size": size * 0.5 }, [look.letter]),
    ]);
  }

  // Turns the board round, so that the other player's side is below; men and labels stay upright.
  turn(on) {
    this.turned = on;
    this.standing = null;
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    const round = `rotate(180 ${x + width / 2} ${y + height / 2})`;
    for (const part of this.svg.children) {
      if (on) part.setAttribute("transform", round);
      else part.removeAttribute("transform");
    }
    for (const label of this.svg.querySelectorAll(".labels text")) upright(label, on);
  }

  manOn(site) {
    return this.standing?.[site]?.man ?? null;
  }

  // Shows which men may be taken up.
  offer(sites) {
    const offered = new Set(sites);
    this.standing.forEach((here, site) => here?.man.classList.toggle("liftable", offered.has(site)));
  }

  // Shows a man as far from its site as the pointer is, in pixels of the page.
  carry(man, x, y) {
    const { x: atX, y: atY } = this.sites[Number(man.dataset.site)];
    const { width } = this.svg.viewBox.baseVal;
    const { width: wide, height: high } = this.svg.getBoundingClientRect();
    const scale = Math.max(width / wide, this.svg.viewBox.baseVal.height / high) * (this.turned ? -1 : 1);
    const moved = x || y ? `translate(${x * scale} ${y * scale}) ` : "";
    man.setAttribute("transform", `${moved}${this.turned ? `rotate(180 ${atX} ${atY})` : ""}`);
  }

  // `lights` is a list of [kind, site], kind being from, to, effect, forbidden, crossed, target, capture or
  // chosen; for “whole”, which is about no site, the board gets a frame.
  // An arrow is drawn for each move; a broken one that ends in a cross where the move is `forbidden`.
  light(lights, moves = []) {
    this.marks.replaceChildren();
    for (const [kind, site] of lights) {
      if (kind === "whole") this.marks.append(this.frame());
      else if (this.sites[site]) this.marks.append(this.mark(kind, site));
    }
    for (const move of moves) {
      if (this.sites[move.from] && this.sites[move.to]) this.marks.append(this.arrow(move));
    }
  }

  mark(kind, site) {
    if (kind === "crossed") return this.cross(site);
    if (kind === "target" || kind === "capture") return this.dot(kind, site);
    return drawn("path", { class: `light light-${kind}`, "data-site": site, d: this.sites[site].path.getAttribute("d") });
  }

  frame() {
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    return drawn("rect", { class: "light light-whole", x: x + 2, y: y + 2, width: width - 4, height: height - 4 });
  }

  dot(kind, site) {
    const { x, y, size } = this.sites[site];
    return drawn("circle", { class: kind, "data-site": site, cx: x, cy: y, r: size * (kind === "target" ? 0.17 : 0.46) });
  }

  cross(site) {
    const { x, y, size } = this.sites[site];
    return drawn("path", { class: "move-line forbidden", "data-site": site, d: crossAt(x, y, size * 0.4) });
  }

  arrow({ from, to, forbidden }) {
    const [a, b] = [this.sites[from], this.sites[to]];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const short = b.size * (forbidden ? 0.25 : 0.42);
    const [x, y] = [b.x - ux * short, b.y - uy * short];
    const wing = (side) => `${x - ux * 9 - side * uy * 5} ${y - uy * 9 + side * ux * 5}`;
    const head = `M${wing(1)}L${x} ${y}L${wing(-1)}`;
    return drawn("g", { class: forbidden ? "move-line forbidden" : "move-line" }, [
      drawn("path", { class: "shaft", d: `M${a.x} ${a.y}L${x} ${y}` }),
      drawn("path", { d: forbidden ? crossAt(x, y) : head }),
    ]);
  }

  letters(on) {
    this.svg.classList.toggle("lettered", on);
  }

  // What stands on a site, in words; "" for nothing.
  manWords(frame, site) {
    const component = this.components[frame[site]];
    if (!component) return "";
    return manOf(this.sides[component.owner], this.pieces[component.name]?.name ?? component.name);
  }

  inWords(frame) {
    const words = { 1: [], 2: [] };
    frame.forEach((component, site) => {
      if (!component) return;
      const { name, owner } = this.components[component];
      (words[owner] ??= []).push(`${this.pieces[name]?.name ?? name} ${this.sites[site].label}`);
    });
    return Object.entries(words).map(([owner, men]) => [this.sides[owner] ?? "", men]);
  }
}
