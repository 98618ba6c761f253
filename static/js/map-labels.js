// What a mark or an area of a map says, beside it while the pointer is over it or it has the focus.

const SAYING = ".spot, .area, .area-count";
const GAP = 4; // pixels

export function addLabels(map) {
  const element = map.getContainer();
  const label = element.appendChild(Object.assign(document.createElement("p"), { className: "map-label", hidden: true, ariaHidden: "true" }));
  const show = ({ target }) => {
    const mark = target.closest(SAYING);
    label.hidden = !mark?.ariaLabel;
    if (mark?.ariaLabel) put(label, mark.ariaLabel, element, mark);
  };
  const hide = () => { label.hidden = true; };
  element.addEventListener("mouseover", show);
  element.addEventListener("focusin", show);
  element.addEventListener("mouseleave", hide);
  element.addEventListener("focusout", hide);
  map.on("movestart popupopen", hide);
  map.on("moveend", () => { // also where Leaflet moves what has the focus into sight
    if (element.contains(document.activeElement)) show({ target: document.activeElement });
  });
}

// Above it, or where that is beyond the map, below; wholly in sight.
function put(label, said, element, mark) {
  label.textContent = said;
  const [frame, of, { offsetWidth: wide, offsetHeight: high }] = [element.getBoundingClientRect(), mark.getBoundingClientRect(), label];
  const above = of.top - frame.top - high - GAP;
  const within = (each, most) => Math.max(GAP, Math.min(most - GAP, each));
  label.style.left = `${within((of.left + of.right - wide) / 2 - frame.left, frame.width - wide)}px`;
  label.style.top = `${within(above < GAP ? of.bottom - frame.top + GAP : above, frame.height - high)}px`;
}
