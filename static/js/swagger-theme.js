// Swagger UI is dark where the class "dark-mode" says so: it follows the site's theme.

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

function follow() {
  root.classList.toggle("dark-mode", (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark");
}

follow();
system.addEventListener("change", follow);
new MutationObserver(follow).observe(root, { attributes: true, attributeFilter: ["data-theme"] });
