// A whole run, and its report as `hookconform run --format json` writes it (schema: run-report).

import { about, cases, platforms, rules } from "./cases.js";
import { judge } from "./judge.js";

const RED = new Set(["failed", "error"]);
const MOST = { differences: 50, characters: 2000 };

/** Whether a result is one that turns a run red. */
export function isRed(result) {
  return RED.has(result.outcome);
}

/**
 * The report of a run of an adapter over all cases of the platforms it names.
 *
 * `adapter` has, beside its methods, `name`, `version` and, if it does not have all, `platforms`.
 */
export async function run(adapter) {
  const pack = rules();
  const wanted = adapter.platforms ?? platforms;
  const results = [];
  let number = 0;
  for (const platform of [...wanted].sort()) {
    for (const row of cases(platform)) {
      number += 1;
      results.push(...(await judge(row, adapter, pack)));
    }
  }
  return report(adapter, results, number);
}

/** The report of some results, `number` cases of them. */
export function report(adapter, results, number) {
  const counts = { passed: 0, failed: 0, error: 0, unsupported: 0, known: 0, stale: 0 };
  const table = new Map();
  for (const { platform, capability, outcome } of results) {
    counts[outcome] += 1;
    const key = `${platform} ${capability}`;
    if (!table.has(key)) table.set(key, { platform, capability, counts: {} });
    const row = table.get(key).counts;
    row[outcome] = (row[outcome] ?? 0) + 1;
  }
  const red = counts.failed + counts.error;
  const judgedNumber = counts.passed + red;
  const capabilities = about.capabilities.filter((name) => name !== "rules" || adapter.match !== undefined);
  return {
    report: 2,
    hookconform: about.hookconform,
    adapter: {
      name: adapter.name,
      version: adapter.version,
      language: "javascript",
      protocol: 2,
      tier: about.tier,
      kind: "native",
      platforms: [...(adapter.platforms ?? platforms)].sort(),
      capabilities: [...capabilities].sort(),
      events: "all",
      verdicts: "all",
      coarse_words: { tools: {}, events: {} },
      legacy_aliases: false,
      further_fields: false,
      rule_engine: "own",
    },
    corpus: { fingerprint: about.corpus, vocabulary: about.vocabulary },
    selection: { platforms: adapter.platforms ?? [], capabilities: about.capabilities, cases: [], measured_only: false },
    cases: number,
    status: red > 0 || judgedNumber === 0 ? "failed" : "passed",
    verdict: verdict(red, judgedNumber),
    counts,
    table: [...table.values()].sort(byPlatformAndCapability),
    inferred: 0,
    not_applicable: {},
    checks: results.filter((one) => isRed(one)).map(bounded),
    stale_entries: [],
    stray_output: { count: 0, lines: [] },
  };
}

function verdict(red, number) {
  const said = (count) => count.toLocaleString("en-US");
  if (number === 0) return "failed: no check of this selection was judged, which proves nothing";
  if (red > 0) return `failed: ${said(red)} of ${said(number)} checks ${red === 1 ? "is" : "are"} red`;
  return `passed: ${said(number)} ${number === 1 ? "check" : "checks"}`;
}

function byPlatformAndCapability(one, other) {
  const [a, b] = [one, other].map(({ platform, capability }) => `${platform} ${capability}`);
  return a < b ? -1 : Number(a > b);
}

function bounded(result) {
  if (result.differences === undefined) return result;
  const shown = result.differences.slice(0, MOST.differences);
  return { ...result, differences: shown.map((one) => Object.fromEntries(Object.entries(one).map(shortened))) };
}

function shortened([key, value]) {
  const text = JSON.stringify(value);
  if (text.length <= MOST.characters) return [key, value];
  const end = MOST.characters / 4;
  return [key, `${text.slice(0, MOST.characters - end)} … ${text.slice(-end)} (${text.length} characters)`];
}
