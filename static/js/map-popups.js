// Popups of a map, for who has no mouse: the focus goes into one that opens, and back once it is closed.

const POPUP = { least: 240, most: 340, beside: 48, above: 64 }; // pixels
const CONTENT = ".leaflet-popup-content";

// As wide as can be read, and never larger than the map.
export function popupSize(map) {
  const { x, y } = map.getSize();
  const maxWidth = Math.min(POPUP.most, x - POPUP.beside);
  return { minWidth: Math.min(POPUP.least, maxWidth), maxWidth, maxHeight: y - POPUP.above, autoPanPaddingTopLeft: [x > POPUP.most * 2 ? 50 : 6, 6], autoPanPaddingBottomRight: [6, 6] };
}

// Escape closes the popup that is open, wherever in the map the focus is.
export function readPopupsByKey(map) {
  const element = map.getContainer();
  let open = null;
  let from = element;
  map.on("popupopen", ({ popup }) => {
    const { activeElement } = document;
    from = element.contains(activeElement) ? activeElement : element;
    open = popup;
    name(popup.getElement(), from.ariaLabel, element.dataset.close);
    popup.getElement().querySelector(`${CONTENT} a`)?.focus({ preventScroll: true });
  });
  map.on("popupclose", ({ popup }) => {
    open = null;
    const lost = document.activeElement === document.body || popup.getElement()?.contains(document.activeElement);
    if (lost) (from.isConnected ? from : element).focus({ preventScroll: true });
  });
  element.addEventListener("keydown", (event) => {
    if (event.key === " ") press(event);
    if (event.key !== "Escape" || !open) return;
    event.stopImmediatePropagation(); // it neither ends the full window nor stops the time that is played
    map.closePopup(open);
  });
}

// Leaflet names the button in English, and the popup not at all.
function name(box, said, close) {
  if (said) Object.assign(box, { role: "dialog", ariaLabel: said });
  box.querySelector(".leaflet-popup-close-button").setAttribute("aria-label", close);
}

// Leaflet's marks are buttons that answer to Enter alone.
function press(event) {
  if (!event.target.matches(".leaflet-marker-icon")) return;
  event.preventDefault();
  event.target.click();
}
