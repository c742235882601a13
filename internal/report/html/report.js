"use strict";
// Filters the findings; without it the report has all of them.
const form = document.querySelector("form");
const list = [...document.querySelectorAll("article")].map(a => ({ a, text: a.textContent.toLowerCase() }));
const shown = document.querySelector("#shown");
function fill(select, name) {
  for (const value of new Set(list.map(({ a }) => a.dataset[name]))) {
    if (value) select.add(new Option(value, value));
  }
  select.closest("label").hidden = select.length < 3;
}
function filter() {
  const words = form.search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let n = 0;
  for (const { a, text } of list) {
    a.hidden = !(["section", "outcome", "file"].every(k => !form[k].value || form[k].value === a.dataset[k])
      && words.every(w => text.includes(w)));
    if (!a.hidden) n++;
  }
  for (const s of document.querySelectorAll("section.findings")) {
    s.hidden = !s.querySelector("article:not([hidden])");
    const more = s.querySelector(":scope > details");
    if (more && words.length && !s.hidden) more.open = true;
  }
  shown.textContent = n + " of " + list.length + " references shown";
}
for (const k of ["section", "outcome", "file"]) fill(form[k], k);
form.hidden = false;
form.addEventListener("input", filter);
form.addEventListener("submit", e => e.preventDefault());
filter();
