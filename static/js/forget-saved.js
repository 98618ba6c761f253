// The page that is shown once a form was saved: what the browser kept of the form goes.

import { forgetSaved } from "./keep-typed.js";

forgetSaved();
