// The tools that set up a position by hand, and whether it can be played.

import { drawn, element } from "./elements.js";
import { rulesFrom } from "./setup.js";
import { isSaid } from "./table.js";
import { fill, fillOf, manOf } from "./words.js";

// Why a position cannot be played; "" where it can. Every move is tried once.
export function faultOf(rules, setup, words) {
  try {
    const game = rulesFrom(rules, setup).start();
    const { moves, position } = game;
    for (const { label } of moves) {
      game.play(label);
      game.position = position;
    }
    return moves.every(isSaid) ? words.setupStuck : ""; // to pass is not to move
  } catch (error) {
    return fill(words.setupBroken, { reason: error.message });
  }
}

function choice(number, name, ...picture) {
  return element("label", { className: "check" }, element("input", { type: "radio", name: "man", value: number }), ...picture, ` ${name}`);
}

function pictureOf(href, side) {
  const man = drawn("use", { href, class: "piece", width: 45, height: 45 });
  return drawn("svg", { viewBox: "0 0 45 45", class: `man-picture side-${side}`, "aria-hidden": true }, [man]);
}

// What is not of the game that is put aside meanwhile.
const STAYS = "#turn, .board, #cursor-said, #set-up, #position, #letters";

// The tools: a man to put down, or none to take men away. The game is put aside meanwhile, which
// `onBegin` is told; `onDone` gets a position that can be played, or null for the usual opening, and
// `onCancel` is called where the game goes on as it stood.
export class SettingUp {
  constructor(tools, table, { onBegin, onDone, onCancel }) {
    Object.assign(this, { tools, table, onDone, onBegin, onCancel, rules: table.rules, board: [] });
    this.said = tools.querySelector("[role=status]");
    this.mover = tools.querySelector("select");
    const { manifest: { components } } = this.rules;
    const { sides, words } = table.data;
    const ofSides = Object.keys(sides).map((owner) => element("div", {}, ...components.flatMap((one, number) => (
      one && String(one.owner) === owner ? [this.choice(number, one)] : []
    ))));
    tools.querySelector(".men").append(choice(0, words.nothing), ...ofSides);
    tools.querySelector("[name=man][value='1']").checked = true;
    const deeds = {
      begin: () => this.begin(),
      empty: () => this.show(this.board.map(() => 0)),
      play: () => this.play(),
      usual: () => this.end(null),
      cancel: () => this.cancel(),
    };
    for (const [name, deed] of Object.entries(deeds)) {
      tools.querySelector(`[data-setup=${name}]`).addEventListener("click", deed);
    }
    document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && this.on) this.cancel(); });
    this.mark(false);
  }

  choice(number, { name, owner }) {
    const { pieces, sides, sprite } = this.table.data;
    const look = pieces[name] ?? { symbol: "man", name };
    return choice(number, manOf(sides[owner], look.name), pictureOf(`${sprite}#${look.symbol}`, fillOf(owner, sides)));
  }

  begin() {
    this.table.putAside((site) => this.put(site));
    this.mover.value = this.table.frame.mover;
    this.mark(true);
    this.show([...this.table.frame.board]);
    this.tools.querySelector("[name=man]:checked").focus({ preventScroll: true });
    this.onBegin();
    document.getElementById("turn").scrollIntoView({ block: matchMedia("(max-width: 899px)").matches ? "start" : "nearest" });
  }

  put(site) {
    const man = Number(this.tools.querySelector("[name=man]:checked").value);
    this.show(this.board.map((one, at) => {
      if (at !== site) return one;
      return one === man ? 0 : man;
    }));
  }

  show(board) {
    this.board = board;
    this.said.textContent = "";
    this.table.showMen(board, this.table.data.words.settingUp);
  }

  play() {
    const setup = { board: this.board, mover: Number(this.mover.value) };
    const fault = faultOf(this.rules, setup, this.table.data.words);
    if (fault) this.said.textContent = fault;
    else this.end(setup);
  }

  end(setup) {
    this.stop();
    this.table.view.svg.focus();
    this.onDone(setup);
  }

  cancel() {
    this.stop();
    this.tools.querySelector("[data-setup=begin]").focus();
    this.onCancel();
  }

  stop() {
    if (!this.on) return;
    this.table.takeUp();
    this.mark(false);
    this.said.textContent = "";
  }

  mark(on) {
    this.on = on;
    for (const part of document.querySelectorAll(".play-board > *, .play-side > *")) {
      part.inert = on && !part.matches(STAYS) && !part.querySelector(STAYS);
    }
    this.tools.querySelector(".set-up-tools").hidden = !on;
    this.tools.querySelector("[data-setup=begin]").hidden = on;
  }
}
