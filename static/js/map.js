// Shows the map of a page that has one.

import { EvidenceMap } from "./evidence-map.js";

for (const element of document.querySelectorAll(".map")) new EvidenceMap(element).start();
