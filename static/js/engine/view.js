// The board of a module of the engine's second design: draws what stands on it, as the server does
// (games/drawing), with hands and dice beside it. It knows no rules.

import { BoardView } from "../board.js";
import { drawn } from "../elements.js";
import { spacesOf } from "../family.js";
import { callSites, fill, fillOf } from "../words.js";
import { figure, titleOf } from "./figures.js";
import { handSites } from "./standing.js";

function made(part) {
  if (typeof part === "string") return part;
  const [name, attributes, children] = part;
  return drawn(name, attributes, children.map(made));
}

export class ModuleView extends BoardView {
  // `sheet` says how pieces and dice look, `tracks` are those of the manifest. Where a `family` numbers
  // the spaces alike for all players, they are called by their numbers.
  constructor(svg, { sheet, manifest, family = null, words = {}, ...rest }) {
    super(svg, { components: [], pieces: {}, sprite: sheet.sprite, ...rest });
    this.sheet = sheet;
    this.spaces = family ? spacesOf(family) : {};
    this.space = words.space;
    this.tracks = manifest.tracks ?? [];
    // The server draws points of Go with the names that players give them.
    const named = manifest.sites.filter(({ number, name }) => this.sites[number] && this.sites[number].label !== name);
    callSites(Object.fromEntries(named.map(({ number, name }) => [name, this.sites[number].label])));
    this.dice = new Set(manifest.dice.map(({ site }) => site));
    this.hands = handSites(manifest);
    this.owners = [0, ...manifest.pieces.map(({ owner }) => owner)];
  }

  nameOf(site) {
    const { label, called } = this.sites[site];
    const number = this.spaces[label];
    if (!number) return super.nameOf(site);
    return `${fill(this.space, { number })}${called ? ` (${called})` : ""}`;
  }

  isOnBoard(site) {
    return super.isOnBoard(site) && !this.hands.has(site);
  }

  word(standing) {
    return JSON.stringify(standing);
  }

  man(standing, site) {
    const { x, y, size, label } = this.sites[site];
    const group = made(figure(this.sheet, { number: site, name: label, x, y, room: size }, standing));
    if (this.turned) group.setAttribute("transform", `rotate(180 ${x} ${y})`);
    return group;
  }

  // Marks the points that were counted for a player when the game ended, as stones that are half as large.
  hold(territory) {
    this.svg.querySelector(".held")?.remove();
    const held = territory.flatMap((owner, site) => (owner && this.sites[site] ? [[owner, this.sites[site]]] : []));
    if (!held.length) return;
    this.men.before(drawn("g", { class: "held", "aria-hidden": "true" }, held.map(([owner, { x, y, size }]) => (
      drawn("rect", { class: `holding side-${fillOf(owner, this.sides)}`, x: x - size * 0.17, y: y - size * 0.17, width: size * 0.34, height: size * 0.34 })))));
  }

  // Dice that have been used lie there still, paler.
  spend(on) {
    this.svg.classList.toggle("spent", on);
  }

  // What stands on a site, in words; "" for nothing.
  manWords(board, site) {
    const here = board[site];
    return here && !this.dice.has(site) ? titleOf(this.sheet, here) : "";
  }

  inWords(board) {
    const words = {};
    board.forEach((here, site) => {
      if (!here || this.dice.has(site) || !this.sites[site]) return;
      (words[this.owners[here.piece]] ??= []).push(`${titleOf(this.sheet, here)} ${this.sites[site].label}`);
    });
    return Object.entries(words).map(([owner, men]) => [this.sides[owner] ?? "", men]);
  }

  // The letters of holes as mancala writes moves, the numbers of spaces in a race, else the numbers of the track that passes most sites,
  // or the names of all sites where there is no track.
  number(on, family = null) {
    this.svg.querySelector(".numbers")?.remove();
    if (!on) return;
    const layer = drawn("g", { class: "numbers", "aria-hidden": "true" });
    const { spaces } = this;
    const named = family?.kind === "mancala" ? Object.assign({}, ...family.names) : spaces;
    for (const [site, text] of Object.keys(named).length ? this.#called(named) : this.#numbered()) {
      if (!this.sites[site]) continue;
      const { x, y, size } = this.sites[site];
      const upright = this.turned ? { transform: `rotate(180 ${x} ${y + size * 0.42})` } : {};
      layer.append(drawn("text", { x, y: y + size * 0.46, ...upright }, [text]));
    }
    this.svg.append(layer);
  }

  #called(named) {
    return this.sites.flatMap(({ label }, site) => (named[label] ? [[site, named[label]]] : []));
  }

  #numbered() {
    const [track] = [...this.tracks].sort((a, b) => b.sites.length - a.sites.length);
    return new Map(track
      ? [...track.sites.entries()].reverse().map(([n, site]) => [site, String(n + 1)])
      : this.sites.map(({ label }, site) => [site, label]));
  }
}
