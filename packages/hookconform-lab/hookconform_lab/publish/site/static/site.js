// Copying, choosing platforms, sorting and filtering. Every page is complete without this file.
"use strict";
(() => {
  // A button on everything that is made to be copied.
  document.querySelectorAll("pre.copied").forEach((block) => {
    const text = block.textContent;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try { await navigator.clipboard.writeText(text); button.textContent = "Copied"; } catch { getSelection().selectAllChildren(block.querySelector("code")); }
    });
    block.append(button);
  });

  // Which platforms are shown; the address has them, so that what is seen can be sent to somebody.
  const chooser = document.getElementById("platform-chooser");
  const boxes = chooser ? [...chooser.querySelectorAll("input")] : [];
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const whenChosen = [];
  const replaceQuery = (query) => {
    const text = query.toString();
    try { history.replaceState(null, "", `${location.pathname}${text ? `?${text}` : ""}${location.hash}`); } catch { /* a file */ }
  };
  if (chooser) {
    const [named, all] = [chooser.querySelector("output"), chooser.querySelector("button")];
    const hint = document.getElementById("choose-first");
    const parts = [...document.querySelectorAll("[data-platform]")];
    // Links between the pages that have a choice keep it.
    const links = [...document.querySelectorAll("a[href]")].filter((link) => /^[./]*(escapes|failing|index|rules|stopping)\.html(#|$)/.test(link.getAttribute("href")));
    // Earlier addresses have one platform for each table, or the event that it is asked at behind its name.
    const idOf = (value) => boxes.map((box) => box.value).filter((id) => value === id || value.startsWith(`${id}-`)).sort((a, b) => b.length - a.length)[0];
    const EARLIER = ["tool-platform", "event-platform"];
    const given = new URLSearchParams(location.search);
    const values = ["platform", ...EARLIER].flatMap((key) => given.getAll(key));
    boxes.forEach((box) => { box.checked = values.includes("all") || values.some((value) => idOf(value) === box.value); });
    const query = (now) => {
      const ids = chosen();
      ["platform", ...EARLIER].forEach((key) => now.delete(key));
      (ids.length === boxes.length ? ["all"] : ids).forEach((id) => now.append("platform", id));
      return now;
    };
    const show = () => {
      const ids = chosen();
      const some = ids.length > 0 && ids.length < boxes.length;
      named.textContent = some ? boxes.filter((box) => box.checked).map((box) => box.parentElement.textContent.trim()).join(", ") : "all";
      all.hidden = !ids.length;
      // Lines to copy wait until they are asked for; tables are there for those who scroll.
      if (hint) hint.hidden = ids.length > 0;
      parts.forEach((part) => { part.hidden = ids.length ? !ids.includes(part.dataset.platform) : part.classList.contains("lines"); });
      links.forEach((link) => { link.search = query(new URLSearchParams()).toString(); });
      whenChosen.forEach((apply) => apply());
    };
    const choose = () => { replaceQuery(query(new URLSearchParams(location.search))); show(); };
    chooser.hidden = false;
    // A phone has no room for both: the names to choose from, or what was chosen.
    chooser.open = !matchMedia("(max-width: 45rem)").matches || !chosen().length;
    chooser.addEventListener("change", choose);
    all.addEventListener("click", () => { boxes.forEach((box) => { box.checked = false; }); choose(); boxes[0].focus(); });
    show();
  }

  // The matrix: sorted by a column, filtered by text and grade.
  const order = ["high", "medium", "low", "conflicted", "refuted", ""];
  const best = (row, column) => {
    const grades = [...row.cells[column].querySelectorAll("[data-grade]")].map((entry) => order.indexOf(entry.dataset.grade));
    return Math.min(order.length - 1, ...grades);
  };
  document.querySelectorAll(".matrix").forEach((table) => {
    const body = table.tBodies[0];
    const original = [...body.rows];
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.textContent = "↕";
      button.setAttribute("aria-label", `Sort by ${head.textContent.trim()}`);
      button.addEventListener("click", () => {
        const next = { none: "ascending", ascending: "descending", descending: "none" }[head.getAttribute("aria-sort")];
        heads.forEach((other) => { other.setAttribute("aria-sort", "none"); other.querySelector(".sort").textContent = "↕"; });
        head.setAttribute("aria-sort", next);
        button.textContent = { none: "↕", ascending: "↑", descending: "↓" }[next];
        const key = (row) => (column ? best(row, column) : row.querySelector(".c").textContent.toLowerCase());
        const sign = next === "descending" ? -1 : 1;
        const rows = next === "none" ? original : [...original].sort((a, b) => {
          const [one, two] = [key(a), key(b)];
          return sign * (one < two ? -1 : one > two ? 1 : 0);
        });
        body.append(...rows);
      });
      head.append(button);
    });

    const tools = document.querySelector(`[data-for="${table.id}"]`);
    const [text, grade, count] = ["[data-filter]", "[data-grade]", "[data-count]"].map((query) => tools.querySelector(query));
    const kind = table.id.replace("matrix-", "");
    const keys = { [kind]: text, [`${kind}-grade`]: grade };
    const given = new URLSearchParams(location.search);
    Object.entries(keys).forEach(([key, control]) => {
      if (given.has(key)) control.value = given.get(key);
      if (control.selectedIndex === -1) control.selectedIndex = 0; // no option of this name
    });
    const remember = () => {
      const now = new URLSearchParams(location.search);
      Object.entries(keys).forEach(([key, control]) => { if (control.value) now.set(key, control.value); else now.delete(key); });
      replaceQuery(now);
    };
    const apply = () => {
      const wanted = text.value.trim().toLowerCase();
      let rows = 0;
      original.forEach((row) => {
        const cells = [...row.cells].filter((cell) => !cell.hidden);
        const named = cells.some((cell) => [...cell.querySelectorAll(".n")].some((name) => name.textContent.toLowerCase().includes(wanted)));
        const canonical = row.querySelector(".c").textContent.toLowerCase().includes(wanted);
        const entries = cells.flatMap((cell) => [...cell.querySelectorAll("[data-grade]")]);
        // What does not occur is shown to those who ask for it.
        entries.forEach((entry) => { entry.hidden = entry.classList.contains("gone") && grade.value !== entry.dataset.grade; });
        entries.forEach((entry) => entry.classList.toggle("dim", Boolean(grade.value) && entry.dataset.grade !== grade.value));
        const graded = !grade.value || entries.some((entry) => entry.dataset.grade === grade.value);
        row.hidden = !((named || canonical) && graded) || (chosen().length > 0 && !entries.length && row.id !== location.hash.slice(1));
        rows += row.hidden ? 0 : 1;
      });
      count.textContent = rows === original.length ? "" : `${rows} of ${original.length} shown`;
    };
    tools.hidden = false;
    ["input", "change"].forEach((what) => tools.addEventListener(what, () => { apply(); remember(); }));
    whenChosen.push(apply);
    apply();
  });
})();
