// The corpus that is packed here: cases by platform, the rules, and what they were worked out for.

import { readFileSync } from "node:fs";

const read = (name) => readFileSync(new URL(`./data/${name}`, import.meta.url), "utf8");

/** Version of the data, fingerprint of the corpus, tier, capabilities, platforms. */
export const about = JSON.parse(read("about.json"));

/** The platforms, sorted. */
export const platforms = about.platforms;

/** All cases of a platform, in the order of the corpus. */
export function cases(platform) {
  if (!platforms.includes(platform)) throw new RangeError(`no platform ${platform}; there are ${platforms.join(", ")}`);
  const lines = read(`cases/${platform}.ndjson`).split("\n");
  return lines.filter((line) => line !== "").map((line) => expanded(JSON.parse(line)));
}

/** The rules that cases without rules of their own are matched with. */
export function rules() {
  return JSON.parse(read("rules.json"));
}

/** Claims: native names with their canonical names and versions. */
export function claims() {
  return JSON.parse(read("claims.json"));
}

/** What hooks see of all that happens in a session, by platform, version and way. */
export function escapes() {
  return JSON.parse(read("escapes.json"));
}

// A mark stands for a text that would fill megabytes.
function expanded(row) {
  const { repeated, ...rest } = row;
  let found = rest;
  for (const [mark, { text, times }] of Object.entries(repeated ?? {})) {
    found = replaced(found, mark, text.repeat(times));
  }
  return found;
}

function replaced(value, mark, text) {
  if (typeof value === "string") return value.replaceAll(mark, () => text);
  if (Array.isArray(value)) return value.map((item) => replaced(item, mark, text));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, mark, text)]));
}
