// Shows the map of a page that has one, once it is nearly in sight.

import { EvidenceMap } from "./evidence-map.js";

const NEAR = "400px"; // below the window

const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    new EvidenceMap(target).start();
  }
}, { rootMargin: NEAR });
for (const element of document.querySelectorAll(".map")) seen.observe(element);
