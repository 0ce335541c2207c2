// Tables that scroll sideways can be reached by the keyboard.
// The theme makes a landmark of the buttons on each code block, and names none: here each gets a name of its own.
"use strict";
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
