// Buttons in the corner of a map: all of the window for it, today's borders, the polities of the time.

const BORDERS = "map-borders"; // what this browser remembers
const OFF = "off";
const FULL = "map-full";

// The element of the map holds the names of the buttons (data-full, data-borders, data-states).
export function addControls(map, atlas, polities) {
  const { full, borders, states } = map.getContainer().dataset;
  const bar = L.control({ position: "topright" });
  bar.onAdd = () => {
    const box = L.DomUtil.create("div", "leaflet-bar map-controls");
    L.DomEvent.disableClickPropagation(box);
    box.append(fullButton(map, full), bordersButton(atlas, borders));
    if (polities) box.append(button(states, "M3 14V2h8l-2 3 2 3H3", polities.shown, () => polities.toggle()).made);
    return box;
  };
  bar.addTo(map);
}

function button(label, sign, on, pressed) {
  const made = Object.assign(document.createElement("button"), { type: "button", title: label });
  made.setAttribute("aria-label", label);
  made.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${sign}"/></svg>`;
  const say = (state) => made.setAttribute("aria-pressed", String(state));
  say(on);
  made.addEventListener("click", () => { say(pressed()); });
  return { made, say };
}

// The map over the whole window; Escape ends it.
function fullButton(map, label) {
  const element = map.getContainer();
  const turn = (on) => {
    element.classList.toggle(FULL, on);
    document.documentElement.classList.toggle("map-is-full", on);
    map.invalidateSize({ animate: false });
    return on;
  };
  const isOn = () => element.classList.contains(FULL);
  const { made, say } = button(label, "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4", false, () => turn(!isOn()));
  element.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !isOn() || element.querySelector(".leaflet-popup")) return;
    say(turn(false));
    made.focus();
  });
  return made;
}

function bordersButton(atlas, label) {
  const stored = () => { try { return localStorage.getItem(BORDERS) !== OFF; } catch { return true; } };
  let shown = stored();
  atlas.showBorders(shown);
  return button(label, "M2 13.500l2-1.500M5.500 10.500l1-2M7.500 6l2-1M11 4.200l3-1.700", shown, () => {
    shown = !shown;
    try { localStorage.setItem(BORDERS, shown ? "on" : OFF); } catch { /* it is not remembered */ }
    atlas.showBorders(shown);
    return shown;
  }).made;
}
