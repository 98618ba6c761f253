// Shows the map of a page that has one, once it is nearly in sight; Leaflet is fetched and read for that alone.

const NEAR = "400px"; // below the window

async function start(element) {
  await import("../vendor/leaflet/leaflet.js"); // the scripts of maps expect it as L
  const { EvidenceMap } = await import("./evidence-map.js");
  new EvidenceMap(element).start();
}

const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    start(target);
  }
}, { rootMargin: NEAR });
for (const element of document.querySelectorAll(".map")) seen.observe(element);
