// The header of every page, data and documentation: colour scheme and search.
"use strict";
(() => {
  const themeButton = document.getElementById("theme");
  const nameTheme = () => {
    const [now, other] = window.hookconformTheme.isDark() ? ["Light", "light"] : ["Dark", "dark"];
    themeButton.textContent = now;
    themeButton.setAttribute("aria-label", `Switch to ${other} colours`);
  };
  themeButton.hidden = false;
  themeButton.addEventListener("click", () => { window.hookconformTheme.toggle(); nameTheme(); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", nameTheme);
  nameTheme();

  const box = document.getElementById("search");
  const list = document.getElementById("found");
  const base = document.querySelector(".top").dataset.root;
  let rows = [];
  let shown = [];
  let at = -1;

  // Both indexes are scripts, since a page opened as a file may fetch nothing; they are loaded when somebody searches.
  // A part of the site that is built alone lacks the other's index, and searches its own.
  const INDEXES = ["names.js", "docs/search/pages.js"];
  let loading = null;
  const loaded = (file) => new Promise((done) => {
    const script = document.createElement("script");
    script.src = base + file;
    script.onload = done;
    script.onerror = done;
    document.head.append(script);
  });
  const load = () => { loading ??= Promise.all(INDEXES.map(loaded)).then(() => { rows = [...(window.HOOKCONFORM_NAMES || []), ...(window.HOOKCONFORM_PAGES || [])]; }); return loading; };

  // Search: exact names first, then the same in another case, then beginnings, then parts.
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
  const isForMaintainers = (row) => row[4] > 8;
  // A word such as "escape" begins many error codes, and titles for maintainers: pages that only contain it come first.
  // Who looks for a code types its dot.
  const rankOfRow = (row, query) => {
    const found = rank(row[0], query);
    return found === 2 && (isForMaintainers(row) || (row[1] === "error code" && !query.includes("."))) ? 3 : found;
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
  const ranked = (rankOf, most = 12) => rows
    .map((row, index) => ({ row, index, rank: rankOf(row) }))
    .filter((found) => found.rank >= 0)
    .sort((a, b) => a.rank - b.rank || a.row[4] - b.row[4] || a.row[0].length - b.row[0].length || a.index - b.index)
    .slice(0, most);
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
  // Pages of the documentation have their text, too: the more often it has what was typed, the better. Those for maintainers come last.
  const ofText = (row, words) => {
    const counts = words.map((word) => (row[5] || "").toLowerCase().split(word).length - 1);
    return counts.every(Boolean) ? (isForMaintainers(row) ? 1 : 0) + 1 / Math.min(...counts) : -1;
  };
  const ofPages = (query, words) => {
    if (query.length < 3) return [];
    const whole = ranked((row) => ofText(row, [query]), 6);
    return whole.length || words.some((word) => word.length < 3) ? whole : ranked((row) => ofText(row, words), 6);
  };
  const ofNames = (query, words) => {
    const whole = ranked((row) => rankOfRow(row, query));
    return whole.length || words.length < 2 ? whole : ranked((row) => ofWords(row, words));
  };
  const find = (query) => {
    const low = query.toLowerCase();
    const named = ofNames(query, query.split(/\s+/));
    const told = ofPages(low, low.split(/\s+/)).filter((found) => !named.some((other) => other.row === found.row));
    // Names that have the letters only come after pages that have it as typed.
    const isNamed = named.length && named[0].rank < 4;
    if (named.length || told.length) return isNamed ? [...named, ...told] : [...told, ...named];
    return query.length < 3 ? [] : ranked((row) => near(row, query));
  };
  const close = () => { list.hidden = true; list.replaceChildren(); box.setAttribute("aria-expanded", "false"); box.removeAttribute("aria-activedescendant"); shown = []; at = -1; };
  const select = (index) => {
    at = index;
    [...list.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === at)));
    if (at >= 0) { box.setAttribute("aria-activedescendant", `found-${at}`); list.children[at].scrollIntoView({ block: "nearest" }); }
  };
  const go = (row) => { location.href = base + row[3]; };
  const item = ({ row }, index) => {
    const line = document.createElement("li");
    line.id = `found-${index}`;
    line.setAttribute("role", "option");
    const grade = document.createElement("span");
    if (row[2]) { grade.className = `g g-${row[2].toLowerCase()}`; grade.textContent = row[2][0]; grade.title = row[2]; }
    const text = document.createElement("div");
    const name = document.createElement("span");
    // Titles of pages are prose, all else is typed as it stands.
    if (row[5] === undefined && row[1] !== "page") name.className = "mono";
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
    if (!query || document.activeElement !== box) { close(); return; }
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
  const search = () => load().then(show);
  box.addEventListener("input", search);
  box.addEventListener("focus", search);
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

})();
