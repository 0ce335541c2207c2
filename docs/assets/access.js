// Tables that scroll sideways can be reached by the keyboard.
// The theme makes a landmark of the buttons on each code block, and names none: here each gets a name of its own.
// The list of pages opens by a label, which needs no script and takes no key: here it becomes a button.
"use strict";
const drawer = document.getElementById("__drawer");
const menu = document.createElement("button");
const label = document.querySelector(".top .menu");
menu.type = "button";
menu.className = label.className;
menu.textContent = label.textContent;
menu.addEventListener("click", () => drawer.click());
const tell = () => menu.setAttribute("aria-expanded", String(drawer.checked));
drawer.addEventListener("change", tell);
tell();
label.replaceWith(menu);
const name = () => {
  document.querySelectorAll("nav.md-code__nav:not([aria-label])").forEach((nav) => {
    nav.setAttribute("aria-label", `Buttons of code ${[...document.querySelectorAll("pre")].indexOf(nav.closest("pre")) + 1}`);
  });
  document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])").forEach((wrap) => {
    if (wrap.scrollWidth > wrap.clientWidth) wrap.tabIndex = 0;
  });
};
new MutationObserver(name).observe(document.documentElement, { childList: true, subtree: true });
name();
