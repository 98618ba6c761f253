// Light, dark, or as the system has it. The choice stays in this browser; nothing is sent. It runs
// before the page is drawn, which therefore never flashes in the other theme. What needs scripts has its
// place from the first, too (the class "js").

(() => {
  const KEY = "theme";
  const CHOICES = ["light", "dark"];
  const root = document.documentElement;
  root.classList.add("js");
  const stored = () => { try { return localStorage.getItem(KEY) ?? ""; } catch { return ""; } };
  const show = (theme) => {
    if (CHOICES.includes(theme)) root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  show(stored());
  addEventListener("storage", ({ key }) => { if (key === KEY) show(stored()); });
  addEventListener("DOMContentLoaded", () => {
    const select = document.getElementById("theme");
    if (!select) return;
    select.value = root.dataset.theme ?? "";
    select.closest("[hidden]").hidden = false;
    select.addEventListener("change", () => {
      show(select.value);
      try { select.value ? localStorage.setItem(KEY, select.value) : localStorage.removeItem(KEY); } catch { /* it is not remembered */ }
    });
  });
})();
