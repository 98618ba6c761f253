// The land under a map, and its copies to the east and west once they come into sight.

const WORLD = 360;

export async function addLand(map, address) {
  const pane = map.createPane("land");
  pane.style.zIndex = 150;
  const answer = await fetch(address);
  const land = await answer.json();
  const drawn = new Set();
  const draw = () => {
    const bounds = map.getBounds();
    for (const shift of [-WORLD, 0, WORLD]) {
      const seen = bounds.getWest() < shift + 180 && bounds.getEast() > shift - 180;
      if (!seen || drawn.has(shift)) continue;
      drawn.add(shift);
      const coordsToLatLng = ([lon, lat]) => L.latLng(lat, lon + shift);
      L.geoJSON(land, { pane: "land", interactive: false, className: "land", coordsToLatLng }).addTo(map);
    }
  };
  draw();
  map.on("moveend", draw);
}
