// Jobs on a page: how far each has come is asked again and again, until it has ended.

const EVERY = 1000; // milliseconds
const LONGEST = 15000; // between two tries where the server does not answer
const SPOKEN = 4; // a screen reader is told this often of a job, and when its state changes

function part(section, name) {
  return section.querySelector(`[data-${name}]`);
}

function show(section, job) {
  const bar = part(section, "bar");
  if (job.total) Object.assign(bar, { max: job.total, value: job.done });
  part(section, "text").textContent = job.text;
  part(section, "message").textContent = job.message;
  part(section, "message").hidden = !job.message;
  part(section, "result").hidden = !job.result;
  if (job.result) part(section, "result").firstElementChild.href = job.result;
  const [cancel, again] = [part(section, "cancel"), part(section, "again")];
  if (cancel) cancel.hidden = !job.open;
  if (again) again.hidden = !["cancelled", "failed"].includes(job.state);
}

function speak(section, job) {
  const step = `${job.state} ${job.total ? Math.floor((SPOKEN * job.done) / job.total) : ""}`;
  if (section.dataset.step === step) return;
  if (section.dataset.step) part(section, "said").textContent = `${job.text} ${job.message}`;
  section.dataset.step = step;
}

async function state(section) {
  try {
    const answer = await fetch(section.dataset.job, { headers: { Accept: "application/json" } });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // the network is away for a while
  }
}

// What the page said while the job was open is no longer so.
function outdate() {
  for (const each of document.querySelectorAll("[data-until-done]")) each.hidden = true;
}

async function watch(section, wait = EVERY) {
  const job = document.hidden ? null : await state(section);
  if (job) {
    show(section, job);
    speak(section, job);
    if (!job.open) {
      if ("open" in section.dataset) outdate();
      return;
    }
  }
  const next = job || document.hidden ? EVERY : Math.min(2 * wait, LONGEST);
  setTimeout(watch, next, section, next);
}

for (const section of document.querySelectorAll("[data-job]")) watch(section);
