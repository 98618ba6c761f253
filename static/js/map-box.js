// Parts of the world as [west, south, east, north] in degrees; a west greater than the east crosses 180°.

import { isWider } from "./base-map.js";

export const WORLD = 360;

export const rounded = (degrees) => Number(degrees.toFixed(4));
export const wrapped = (longitude) => ((((longitude + 180) % WORLD) + WORLD) % WORLD) - 180;
const eastern = (longitude) => -wrapped(-longitude); // 180 stays what it is
const clamped = (latitude) => Math.max(-90, Math.min(90, latitude));

// The box of Leaflet's bounds.
export function boxOf(bounds) {
  const wide = bounds.getEast() - bounds.getWest() >= WORLD;
  const sides = wide ? [-180, 180] : [wrapped(bounds.getWest()), eastern(bounds.getEast())];
  const south = bounds.getSouth() <= -85 ? -90 : clamped(bounds.getSouth());
  const north = bounds.getNorth() >= 85 ? 90 : clamped(bounds.getNorth());
  return [sides[0], south, sides[1], north].map(rounded);
}

// What is in sight. A map wider than the world draws it once, and may have been moved half off it.
export function seenBox(map) {
  const bounds = map.getBounds();
  if (!isWider(map)) return boxOf(bounds);
  const [west, reach] = [Math.max(-180, bounds.getWest()), Math.min(180, bounds.getEast())];
  return boxOf(L.latLngBounds([bounds.getSouth(), west], [bounds.getNorth(), reach]));
}

export const isWholeWorld = ([west, south, east, north]) => west === -180 && east === 180 && south === -90 && north === 90;

export function boundsOf([west, south, east, north]) {
  return L.latLngBounds([south, west], [north, east < west ? east + WORLD : east]);
}
