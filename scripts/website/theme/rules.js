// Filters the table of rules. Without this script all rules are shown.
const form = document.querySelector("#rule-filter");
if (form) {
  const rows = [...document.querySelectorAll("#rules tbody tr")];
  const filter = () => {
    const wanted = [...new FormData(form)].filter(([, value]) => value);
    for (const row of rows) row.hidden = !wanted.every(([name, value]) => row.dataset[name].split("|").includes(value));
    const shown = rows.filter((row) => !row.hidden).length;
    form.elements.shown.value = `${shown} of ${rows.length} rules`;
  };
  form.addEventListener("change", filter);
  form.hidden = false;
  filter();
}
