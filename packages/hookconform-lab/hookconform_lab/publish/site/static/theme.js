// The colour scheme, set before anything is drawn: as chosen on any page of the site, or else the system's.
"use strict";
(() => {
  const root = document.documentElement;
  let chosen = null;
  try { chosen = localStorage.getItem("theme"); } catch { /* private mode */ }
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches);
  // The documentation's theme has a name of its own for each scheme.
  const paint = () => { if (document.body.dataset.mdColorScheme) document.body.dataset.mdColorScheme = isDark() ? "slate" : "default"; };
  window.hookconformTheme = {
    isDark,
    toggle: () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try { localStorage.setItem("theme", root.dataset.theme); } catch { /* private mode */ }
      paint();
    },
  };
  prefersDark.addEventListener("change", paint);
  paint();
})();
