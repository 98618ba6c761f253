// The outlines of today's countries, for points that are known no closer: asked for once, when needed.

let asked = null;

// The outline around a point as GeoJSON, or undefined; `address` is that of the file.
export async function countryAt(address, { lat, lon }) {
  asked ??= fetch(address).then((answer) => (answer.ok ? answer.json() : { features: [] }), () => ({ features: [] }));
  const { features } = await asked;
  return features.find(({ bbox, geometry }) => within(bbox, lon, lat) && geometry.coordinates.some((rings) => covers(rings, lon, lat)))?.geometry;
}

const within = ([west, south, east, north], lon, lat) => lon >= west && lon <= east && lat >= south && lat <= north;

const covers = (rings, lon, lat) => rings.filter((ring) => isInside(ring, lon, lat)).length % 2 === 1;

function isInside(ring, lon, lat) {
  let inside = false;
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at, at += 1) {
    const [[x, y], [toX, toY]] = [ring[at], ring[before]];
    if (y > lat !== toY > lat && lon < ((toX - x) * (lat - y)) / (toY - y) + x) inside = !inside;
  }
  return inside;
}
