// The ground of a map, drawn away from the page: told its tiles and fonts once, then view by view.

import { Ground } from "./ground.js";
import { Tiles } from "./tiles.js";

const TOGETHER = 250; // milliseconds for tiles to come
const FAMILY = "Atlas Serif";
const [shown, under] = [1, 2].map(() => new OffscreenCanvas(1, 1).getContext("2d", { alpha: false })); // all, and the tiles alone
let drawn; // what the tiles were drawn of, once all of them were there
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
    for (const key of view.all) tiles.get(key);
    arrived();
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

// Tiles that come one after the other are drawn together; what was shown before stays meanwhile.
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
  for (const { canvas } of [shown, under]) fit(canvas, view);
  const ground = new Ground(under, tiles, view);
  drawAnew(ground);
  shown.setTransform(1, 0, 0, 1, 0, 0);
  shown.drawImage(under.canvas, 0, 0);
  const names = ground.letter(shown, families);
  loadFonts(names.join(""));
  const bitmap = shown.canvas.transferToImageBitmap();
  postMessage({ number: view.number, names, whole: ground.whole && !late, bitmap }, [bitmap]);
}

function fit(canvas, { width, height }) {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}

// Names alone change where a face has come, or a mark: the tiles under them stay.
function drawAnew(ground) {
  const { number, room, ...rest } = view;
  const wanted = JSON.stringify(rest);
  if (wanted === drawn) return;
  ground.draw();
  drawn = ground.whole ? wanted : undefined;
}

// The faces that a text needs; a canvas of a worker does not ask for them by itself.
function loadFonts(text) {
  if (!text || !self.fonts) return;
  for (const style of ["normal", "italic"]) self.fonts.load(`${style} 400 12px "${FAMILY}"`, text).catch(() => {});
  late ||= [...self.fonts].some(({ status }) => status === "loading");
}
