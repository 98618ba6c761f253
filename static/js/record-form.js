// The form of a record. Without this script everything on it works by sending the form.

import { Autosave } from "./autosave.js";
import { claimOf } from "./claims.js";
import { followLinks } from "./clauses.js";
import { markSelected } from "./marking.js";
import { markPictures } from "./picture-marks.js";
import { PlaceMap } from "./place-map.js";
import { readAsTyped } from "./readings.js";
import { growRows } from "./rows.js";
import { suggest } from "./suggest.js";

const form = document.getElementById("record-form");
const said = document.getElementById("saved").dataset;
const autosave = new Autosave(form, document.getElementById("saved"));
const map = new PlaceMap(form, document.getElementById("place-map"), () => autosave.changed());

readAsTyped(form, said.read);
suggest(form);
followLinks(form);
const addRow = growRows(form, (row) => { map.attach(row); autosave.changed(); });
markSelected(form, document.getElementById("mark"), addRow);
claimOf(form, addRow);
markPictures(form, addRow, () => autosave.changed());

// What was typed before this script ran.
for (const field of form.querySelectorAll("input[type=text], textarea")) {
  if (field.value !== field.defaultValue) field.dispatchEvent(new Event("input", { bubbles: true }));
}
