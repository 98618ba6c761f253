// Pieces are moved by dragging: one that may move follows the pointer, and is put down where it is
// let go. A press that moves nothing stays a click. Knows no rules and no game.

const CLICK = 5; // pixels within which a press is a click

export class Dragging {
  // `mayLift(site)` says whether the piece there may be taken up, `onLift(site)` that it was;
  // `onDrop(site)` gets the site where it was let go, null beside the board.
  constructor(view, { mayLift, onLift, onDrop }) {
    Object.assign(this, { view, mayLift, onLift, onDrop });
    view.svg.addEventListener("pointerdown", (event) => this.#press(event));
  }

  #press(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const site = siteAt(event.target);
    if (site === null || !this.mayLift(site)) return;
    const { pointerId, clientX, clientY } = event;
    let lifted = null;
    const move = (now) => {
      if (now.pointerId !== pointerId) return;
      const [x, y] = [now.clientX - clientX, now.clientY - clientY];
      if (!lifted && Math.hypot(x, y) < CLICK) return;
      lifted ??= this.#lift(site);
      this.view.carry(lifted, x, y);
      now.preventDefault();
    };
    const end = (now) => {
      if (now.pointerId !== pointerId) return;
      for (const [kind, listener] of listeners) removeEventListener(kind, listener);
      if (!lifted) return;
      swallowClick();
      this.view.carry(lifted, 0, 0);
      lifted.classList.remove("lifted");
      this.onDrop(now.type === "pointerup" ? siteAt(document.elementFromPoint(now.clientX, now.clientY)) : null);
    };
    const listeners = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
    for (const [kind, listener] of listeners) addEventListener(kind, listener, { passive: false });
  }

  #lift(site) {
    this.onLift(site);
    const man = this.view.manOn(site);
    man.classList.add("lifted");
    man.parentNode.append(man); // over all others
    return man;
  }
}

function siteAt(element) {
  const at = element?.closest("svg.board [data-site]");
  return at ? Number(at.dataset.site) : null;
}

// The click that follows the end of a drag is not one.
function swallowClick() {
  const swallow = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}
