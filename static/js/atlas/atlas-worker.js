// The ground of a map, drawn away from the page: told its tiles and fonts once, then view by view.

import { Ground } from "./ground.js";
import { Tiles } from "./tiles.js";

const TOGETHER = 250; // milliseconds for tiles to come
const FAMILY = "Atlas Serif";
const canvas = new OffscreenCanvas(1, 1);
const pen = canvas.getContext("2d", { alpha: false });
let families = `"${FAMILY}", Georgia, serif`;
let late = false; // whether a face is on its way with which names will be drawn anew
let tiles;
let view;
let soon;
let later;

addEventListener("message", ({ data }) => {
  if (data.tiles) begin(data);
  else {
    view = data;
    drawSoon();
  }
});

function begin({ tiles: address, fonts }) {
  for (const { source, ...rest } of fonts) self.fonts?.add(new FontFace(FAMILY, source, rest));
  self.fonts?.addEventListener("loadingdone", () => {
    late = false;
    families += ", serif"; // Chromium stays with the faces that it has found for a list
    drawSoon();
  });
  tiles = new Tiles(address, (error) => { if (!error) arrived(); });
}

// Tiles that come one after the other are drawn together.
function arrived() {
  if (tiles.waiting) later ??= setTimeout(drawSoon, TOGETHER);
  else drawSoon();
}

// Of views that come one after the other the last is drawn.
function drawSoon() {
  clearTimeout(later);
  later = undefined;
  if (view) soon ??= setTimeout(draw);
}

function draw() {
  soon = undefined;
  if (canvas.width !== view.width) canvas.width = view.width;
  if (canvas.height !== view.height) canvas.height = view.height;
  const { names, whole } = new Ground(pen, tiles, { ...view, families }).draw();
  loadFonts(names.join(""));
  const bitmap = canvas.transferToImageBitmap();
  postMessage({ number: view.number, names, whole: whole && !late, bitmap }, [bitmap]);
}

// The faces that a text needs; a canvas of a worker does not ask for them by itself.
function loadFonts(text) {
  if (!text || !self.fonts) return;
  for (const style of ["normal", "italic"]) self.fonts.load(`${style} 400 12px "${FAMILY}"`, text).catch(() => {});
  late ||= [...self.fonts].some(({ status }) => status === "loading");
}
