// Search, theme, sorting and filtering. Every page is complete without this file.
"use strict";
(() => {
  const root = document.documentElement;
  const stored = { get: () => { try { return localStorage.getItem("theme"); } catch { return null; } },
                   set: (value) => { try { localStorage.setItem("theme", value); } catch { /* private mode */ } } };

  const themeButton = document.getElementById("theme");
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches);
  const nameTheme = () => { themeButton.textContent = isDark() ? "Light" : "Dark"; themeButton.setAttribute("aria-label", `Switch to ${isDark() ? "light" : "dark"} colours`); };
  if (["light", "dark"].includes(stored.get())) root.dataset.theme = stored.get();
  themeButton.hidden = false;
  themeButton.addEventListener("click", () => { root.dataset.theme = isDark() ? "light" : "dark"; stored.set(root.dataset.theme); nameTheme(); });
  prefersDark.addEventListener("change", nameTheme);
  nameTheme();

  // Search: exact names first, then the same in another case, then beginnings, then parts.
  const box = document.getElementById("search");
  const list = document.getElementById("found");
  const base = root.dataset.root;
  let shown = [];
  let at = -1;
  const rank = (name, query) => {
    const low = name.toLowerCase();
    const wanted = query.toLowerCase();
    if (name === query) return 0;
    if (low === wanted) return 1;
    if (low.startsWith(wanted)) return 2;
    if (low.includes(wanted)) return 3;
    const plain = (text) => text.replace(/[^a-z0-9]/g, "");
    return plain(wanted) && plain(low).includes(plain(wanted)) ? 4 : -1;
  };
  // How many letters lie between two names: added, left out, changed, or two that changed places.
  const apart = (one, two) => {
    const rows = [[...Array(two.length + 1).keys()]];
    for (let i = 1; i <= one.length; i += 1) {
      rows[i] = [i];
      for (let j = 1; j <= two.length; j += 1) {
        const same = one[i - 1] === two[j - 1];
        rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (same ? 0 : 1));
        const swapped = i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1];
        if (swapped) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
    return rows[one.length][two.length];
  };
  const all = () => window.HOOKCONFORM_NAMES || [];
  const ranked = (rankOf) => all()
    .map((row, index) => ({ row, index, rank: rankOf(row) }))
    .filter((found) => found.rank >= 0)
    .sort((a, b) => a.rank - b.rank || a.row[4] - b.row[4] || a.row[0].length - b.row[0].length || a.index - b.index)
    .slice(0, 12);
  // Of several words one is a name's, the others say of which platform, or what it becomes.
  const ofWords = (row, words) => Math.max(-1, ...words.map((word, place) => {
    const others = words.filter((_, other) => other !== place);
    const text = `${row[0]} ${row[1]}`.toLowerCase();
    return others.every((other) => text.includes(other.toLowerCase())) ? rank(row[0], word) : -1;
  }));
  const near = (row, query) => {
    const far = apart(row[0].toLowerCase(), query.toLowerCase());
    return far <= (query.length > 4 ? 2 : 1) ? far : -1;
  };
  const find = (query) => {
    const whole = ranked((row) => rank(row[0], query));
    if (whole.length) return whole;
    const words = query.split(/\s+/);
    const several = words.length > 1 ? ranked((row) => ofWords(row, words)) : [];
    return several.length || query.length < 3 ? several : ranked((row) => near(row, query));
  };
  const close = () => { list.hidden = true; list.replaceChildren(); box.setAttribute("aria-expanded", "false"); box.removeAttribute("aria-activedescendant"); shown = []; at = -1; };
  const select = (index) => {
    at = index;
    [...list.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === at)));
    if (at >= 0) { box.setAttribute("aria-activedescendant", `found-${at}`); list.children[at].scrollIntoView({ block: "nearest" }); }
  };
  const go = (row) => { location.href = /^https:/.test(row[3]) ? row[3] : base + row[3]; };
  const item = ({ row }, index) => {
    const line = document.createElement("li");
    line.id = `found-${index}`;
    line.setAttribute("role", "option");
    const grade = document.createElement("span");
    if (row[2]) { grade.className = `g g-${row[2].toLowerCase()}`; grade.textContent = row[2][0]; grade.title = row[2]; }
    const text = document.createElement("div");
    const name = document.createElement("span");
    name.className = "mono";
    name.textContent = row[0];
    const what = document.createElement("span");
    what.className = "v";
    what.textContent = row[1];
    text.append(name, what);
    line.append(grade, text);
    line.addEventListener("mousedown", (event) => { event.preventDefault(); go(row); });
    return line;
  };
  const show = () => {
    const query = box.value.trim();
    if (!query) { close(); return; }
    shown = find(query);
    list.replaceChildren(...shown.map(item));
    if (!shown.length) {
      const none = document.createElement("li");
      none.className = "empty";
      none.setAttribute("role", "option");
      none.setAttribute("aria-disabled", "true");
      none.textContent = "Nothing found. If this is the name of a tool or event, no platform is known to send it.";
      list.append(none);
    }
    list.hidden = false;
    box.setAttribute("aria-expanded", "true");
    select(shown.length ? 0 : -1);
  };
  document.querySelector(".search").hidden = false;
  box.addEventListener("input", show);
  box.addEventListener("focus", show);
  box.addEventListener("blur", close);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { box.value = ""; close(); box.blur(); }
    if (!shown.length) return;
    if (event.key === "ArrowDown") { event.preventDefault(); select((at + 1) % shown.length); }
    if (event.key === "ArrowUp") { event.preventDefault(); select((at + shown.length - 1) % shown.length); }
    if (event.key === "Enter") { event.preventDefault(); go(shown[Math.max(at, 0)].row); }
  });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); box.focus(); box.select(); }
  });

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

  // What to answer on one platform, which the address keeps; without a script all platforms are there.
  const answerFor = document.getElementById("answer-for");
  if (answerFor) {
    const parts = [...document.querySelectorAll(".answer-for")];
    // Until a platform is chosen, the lines to copy wait; the tables of all verdicts are there for whoever scrolls.
    const isShown = (part) => answerFor.value === "all" || part.dataset.key === answerFor.value || (answerFor.value === "" && "table" in part.dataset);
    const choose = () => parts.forEach((part) => { part.hidden = !isShown(part); });
    answerFor.parentElement.hidden = false;
    answerFor.value = new URLSearchParams(location.search).get("platform") || "";
    if (answerFor.selectedIndex < 0) answerFor.value = "";
    choose();
    answerFor.addEventListener("change", () => {
      const address = new URL(location.href);
      if (answerFor.value) address.searchParams.set("platform", answerFor.value); else address.searchParams.delete("platform");
      history.replaceState(null, "", address);
      choose();
    });
  }

  // The matrix: sorted by a column, filtered by text, platform and grade.
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
    const [text, platform, grade, count] = ["[data-filter]", "[data-platform]", "[data-grade]", "[data-count]"].map((query) => tools.querySelector(query));
    // The filters stand in the address, so that what is seen can be sent to somebody.
    const kind = table.id.replace("matrix-", "");
    const keys = { [kind]: text, [`${kind}-platform`]: platform, [`${kind}-grade`]: grade };
    const given = new URLSearchParams(location.search);
    Object.entries(keys).forEach(([key, control]) => {
      if (given.has(key)) control.value = given.get(key);
      if (control.selectedIndex === -1) control.selectedIndex = 0; // no option of this name
    });
    // A phone has room for one platform.
    const isNarrow = matchMedia("(max-width: 45rem)").matches;
    if (isNarrow && !given.has(`${kind}-platform`) && platform.options.length > 1) platform.value = platform.options[1].value;
    const remember = () => {
      const now = new URLSearchParams(location.search);
      // Where one platform is shown unless another is asked for, "all" is a choice, too.
      Object.entries(keys).forEach(([key, control]) => { if (control.value || (isNarrow && control === platform)) now.set(key, control.value); else now.delete(key); });
      const query = now.toString();
      try { history.replaceState(null, "", `${location.pathname}${query ? `?${query}` : ""}${location.hash}`); } catch { /* a file */ }
    };
    const apply = () => {
      const wanted = text.value.trim().toLowerCase();
      let rows = 0;
      table.querySelectorAll("[data-platform]").forEach((cell) => { cell.hidden = Boolean(platform.value) && cell.dataset.platform !== platform.value; });
      original.forEach((row) => {
        const cells = [...row.cells].filter((cell) => !cell.hidden);
        const named = cells.some((cell) => [...cell.querySelectorAll(".n")].some((name) => name.textContent.toLowerCase().includes(wanted)));
        const canonical = row.querySelector(".c").textContent.toLowerCase().includes(wanted);
        const entries = cells.flatMap((cell) => [...cell.querySelectorAll("[data-grade]")]);
        // What does not occur is shown to those who ask for it.
        entries.forEach((entry) => { entry.hidden = entry.classList.contains("gone") && grade.value !== entry.dataset.grade; });
        entries.forEach((entry) => entry.classList.toggle("dim", Boolean(grade.value) && entry.dataset.grade !== grade.value));
        const graded = !grade.value || entries.some((entry) => entry.dataset.grade === grade.value);
        row.hidden = !((named || canonical) && graded) || (Boolean(platform.value) && !entries.length && row.id !== location.hash.slice(1));
        rows += row.hidden ? 0 : 1;
      });
      count.textContent = rows === original.length ? "" : `${rows} of ${original.length} shown`;
    };
    tools.hidden = false;
    ["input", "change"].forEach((what) => tools.addEventListener(what, () => { apply(); remember(); }));
    apply();
  });
})();
