// What the pages do beyond forms and links. They work without it.

// The server draws and escapes every row; this is the one place where its text
// becomes HTML.
const trusted = window.trustedTypes?.createPolicy("bonafide", { createHTML: text => text }) ?? { createHTML: text => text };

function drawn(html) {
  const holder = document.createElement("template");
  holder.innerHTML = trusted.createHTML(html);
  return holder.content;
}

const findings = document.querySelector("#findings");
const progress = document.querySelector("#progress");

function rowOf(id) {
  return [...document.querySelectorAll(".shown")].find(row => row.dataset.id === id);
}

// put shows a row before those that are less serious, in place of an older one of the
// same finding. No more rows are kept than a page of the finished run has.
const most = 25;

function put({ id, grave, html }) {
  const row = drawn(html).firstElementChild;
  const old = rowOf(id);
  document.querySelector("#none")?.remove();
  if (old?.open || old?.contains(document.activeElement)) return;
  old?.remove();
  const rows = [...findings.querySelectorAll(".shown")];
  const next = rows.find(other => Number(other.dataset.grave) < grave);
  if (next) next.before(row);
  else findings.append(row);
  const last = rows.at(-1);
  if (rows.length >= most && !last.open && !last.contains(document.activeElement)) last.remove();
}

// settle shows the page of the run that is over, where its reader is.
async function settle() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(trusted.createHTML(await answer.text()), "text/html");
  const at = document.activeElement.closest?.(".shown")?.dataset.id;
  const open = document.querySelector(".shown[open]")?.dataset.id;
  document.querySelector("main").replaceWith(page.querySelector("main"));
  if (at) rowOf(at)?.querySelector("summary").focus();
  if (open) rowOf(open)?.setAttribute("open", "");
  begin();
}

// begin shows the first reference where there is room for it beside the list.
const wide = matchMedia("(min-width: 1100px)");
function begin() {
  if (wide.matches && !document.querySelector(".shown[open]")) document.querySelector("details.shown")?.setAttribute("open", "");
}
begin();

function follow(address) {
  const events = new EventSource(address);
  const bar = () => document.querySelector("progress");
  const told = event => {
    const now = JSON.parse(event.data);
    progress.textContent = now.text;
    if (now.html) document.querySelector("#glance").replaceChildren(drawn(now.html));
    if (!bar() && now.references) {
      const made = document.createElement("progress");
      made.setAttribute("aria-label", "references checked");
      progress.after(made);
    }
    if (bar()) [bar().max, bar().value] = [now.references, now.settled];
  };
  events.addEventListener("finding", event => put(JSON.parse(event.data)));
  events.addEventListener("state", told);
  events.addEventListener("end", event => {
    told(event);
    events.close();
    settle();
  });
}

if (progress?.dataset.live) follow(progress.dataset.live);

// The numbers and plots of a venue.
const now = document.querySelector("#now");
if (now) new EventSource(now.dataset.live).addEventListener("now", event => now.replaceChildren(drawn(JSON.parse(event.data).html)));

// Decisions are sent without leaving the page, whose numbers follow at once; a reader hears them.
const decided = { confirm: "confirmed", dismiss: "dismissed", unsure: "unsure", take: "takes the record", dispute: "disputed", "": "undecided" };

async function decide(form, button) {
  const body = new URLSearchParams(new FormData(form));
  const decision = button.getAttribute("aria-pressed") === "true" ? "" : button.value;
  body.set("decision", decision);
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  if (!answer.ok) return form.submit();
  const row = form.closest(".shown");
  for (const other of form.querySelectorAll("button[aria-pressed]")) other.setAttribute("aria-pressed", String(other === button && decision !== ""));
  const state = row.querySelector(".state");
  if (!body.get("field") && state) {
    row.classList.remove(...Object.keys(decided).filter(Boolean));
    if (decision) row.classList.add(decision);
    state.textContent = decision && decided[decision];
  }
  await recount(row, decided[decision]);
}

// recount shows the numbers of the page anew, and what is written of the entry that was decided about. The row stays where it is.
async function recount(row, said) {
  const answer = document.querySelector("#said") && await fetch(location.href);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(trusted.createHTML(await answer.text()), "text/html");
  for (const part of [".answer", "#glance", "#corrections"]) {
    const now = page.querySelector(part);
    if (now) document.querySelector(part)?.replaceWith(now);
  }
  const old = row.querySelector(".correction");
  const now = [...page.querySelectorAll(".shown")].find(other => other.dataset.id === row.dataset.id)?.querySelector(".correction");
  const held = old?.contains(document.activeElement);
  if (old && now) old.replaceWith(now);
  if (held) now?.querySelector("button")?.focus();
  document.querySelector("#said").textContent = `${row.querySelector("summary strong").textContent}: ${said}. ${document.querySelector(".sentence").textContent}`;
}

// A reason belongs to the decision that was taken.
document.addEventListener("change", event => {
  const form = event.target.matches?.(".decide .reason") ? event.target.form : null;
  const body = form && new URLSearchParams(new FormData(form));
  const taken = form?.querySelector("button[aria-pressed=true]");
  if (!taken) return;
  body.set("decision", taken.value);
  fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
});

document.addEventListener("submit", event => {
  if (event.target.matches("form.decide") && event.submitter) {
    event.preventDefault();
    decide(event.target, event.submitter);
  }
});

// An entry is copied as text; where a browser does not allow that, it is chosen for its reader to copy.
document.addEventListener("click", async event => {
  const button = event.target.closest?.("button.copy");
  if (!button) return;
  const entry = button.nextElementSibling;
  getSelection().selectAllChildren(entry);
  const copied = await navigator.clipboard?.writeText(entry.textContent).then(() => true, () => false);
  button.textContent = copied || document.execCommand("copy") ? "Copied" : "Chosen";
  button.removeAttribute("aria-label");
  document.querySelector("#said")?.replaceChildren(button.textContent);
});

// A link to a report is shown whole.
for (const link of document.querySelectorAll("input[data-path]")) {
  link.value = location.origin + link.dataset.path;
  link.select();
}

// Keys.
function move(step) {
  const rows = [...document.querySelectorAll(".shown")];
  const at = rows.findIndex(row => row.contains(document.activeElement));
  const next = rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
  if (!next) return;
  const head = next.querySelector(":scope > summary") ?? next;
  head.tabIndex = head === next ? -1 : 0;
  head.focus();
  next.scrollIntoView({ block: "nearest" });
  if (wide.matches && next.matches("details")) next.open = true;
}

function press(decision) {
  const row = document.activeElement.closest?.(".shown") ?? document.querySelector(".shown[open]") ?? document.querySelector(".shown");
  row?.querySelector(`.actions form.decide button[value="${decision}"], .triage button[value="${decision}"]`)?.click();
}

const keys = {
  j: () => move(1),
  k: () => move(-1),
  c: () => press("confirm"),
  d: () => press("dismiss"),
  u: () => press("unsure"),
  f: () => document.querySelector("#corrections a, #corrections summary")?.focus(),
  n: () => document.querySelector("#next")?.click(),
  p: () => document.querySelector("#previous")?.click(),
  "/": () => document.querySelector("input[type=search]")?.focus(),
  "?": () => document.querySelector("#keys").showModal(),
};

document.addEventListener("keydown", event => {
  const typing = event.target.closest("input, textarea, select, dialog");
  if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
  const own = event.key === "Enter" && (event.target.matches?.(".shown") || wide.matches && event.target.matches?.(".shown[open] > summary"));
  if (own) event.target.closest(".shown").querySelector("a.evidence")?.click(); // never a link to another site
  else if (keys[event.key]) keys[event.key]();
  else return;
  event.preventDefault();
});

// Files and folders may be dropped anywhere in the frame. Names of files in folders
// keep them: they are sent as if the folder had been chosen.
const drop = document.querySelector(".drop");
let dropped = [];

async function filesOf(entry) {
  if (entry.isFile) return [[await new Promise((done, failed) => entry.file(done, failed)), entry.fullPath.slice(1)]];
  const reader = entry.createReader();
  const list = [];
  for (;;) {
    const more = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!more.length) return list;
    for (const one of more) list.push(...await filesOf(one));
  }
}

for (const kind of ["dragover", "dragleave", "drop"]) {
  drop?.addEventListener(kind, async event => {
    event.preventDefault();
    drop.classList.toggle("over", kind === "dragover");
    if (kind !== "drop") return;
    const entries = [...event.dataTransfer.items].map(item => item.webkitGetAsEntry?.()).filter(Boolean);
    dropped = [];
    if (!entries.some(entry => entry.isDirectory)) {
      document.querySelector("#file").files = event.dataTransfer.files;
      return;
    }
    dropped = (await Promise.all(entries.map(filesOf))).flat();
    document.querySelector("#dropped").textContent = dropped.length === 1 ? "1 file of a folder was dropped." : `${dropped.length} files of a folder were dropped.`;
  });
}

document.querySelector("form.start")?.addEventListener("formdata", event => {
  for (const [file, name] of dropped) event.formData.append("file", file, name);
});
