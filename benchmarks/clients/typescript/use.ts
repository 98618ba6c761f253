// Uses the types that openapi-typescript makes as a program would, under every strict option.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";
import type { paths as OgcPaths } from "./ogc.js";

type Evidence = components["schemas"]["Evidence"];

const site = process.argv[2] ?? "";
const api = createClient<paths>({ baseUrl: site });
const ogc = createClient<OgcPaths>({ baseUrl: `${site}/ogc` });

function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`nothing of ${what}`);
  return value;
}

const query = { type: ["artifact" as const, "none" as const], confidence_min: "none" as const };
must((await api.GET("/api/v1/evidence/", { params: { query } })).data, "a filter");
const page = must(
  (await api.GET("/api/v1/evidence/", { params: { query: { limit: 3, facets: "type" } } })).data,
  "the list",
);
const records: Evidence[] = page.results;
const first = must(records[0], "the records");
const one = must(
  (await api.GET("/api/v1/evidence/{identifier}/", { params: { path: { identifier: first.identifier } } })).data,
  "a record",
);
const places: number = one.places.length;
const found = must(
  (await api.POST("/api/v1/evidence/search/", { body: { q: "chess", type: ["artifact"], limit: 1 } })).data,
  "a search",
);
const features = must(
  (await api.GET("/api/v1/features/evidence/", { params: { query: { limit: 3 } } })).data,
  "features",
);
const titles: string[] = features.features.map((feature) => feature.properties.identifier);
const region = must(
  (await api.GET("/api/v1/features/regions/{slug}/", { params: { path: { slug: "asia" } } })).data,
  "a region",
);
const table = must(
  (await api.GET("/api/v1/export/", { params: { query: { format: "csv" } }, parseAs: "text" })).data,
  "an export",
);
const refused = await api.GET("/api/v1/evidence/", { params: { query: { q: "…" } } });
const message: string = refused.error?.error.message ?? "";
const items = must(
  (await ogc.GET("/collections/evidence/items", { params: { query: { limit: 2 } } })).data,
  "features of /ogc",
);
if (typeof items === "string") throw new Error("a page for people");
const years: (number | null)[] = items.features.map((feature) => feature.properties.year_from);
if (!message || titles.length !== 3 || table.length === 0 || region.id !== "asia") {
  throw new Error("an answer is not as described");
}
console.log(
  `${page.count} records, ${places} places, ${found.count} found, ${years.length} features of /ogc`,
);
