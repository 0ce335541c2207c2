// What a hook answers so that a platform does something, as measured. No file is read: a guard can carry this.

import table from "./data/answers.js";
import { compareVersions } from "./versions.js";

/** Thrown where no measured answer does what is wanted. */
export class Unsupported extends Error {}

/**
 * The answer that carries out a verdict: `{exitCode, stdout, stderr}`.
 *
 * `event` is the platform's own name, `verdict` is deny, ask, allow or context; without a version the newest is meant.
 * Throws `Unsupported` where no measured answer does it.
 */
export function respond(platform, version, event, verdict, text = "") {
  const ranges = own(own(own(table.platforms, platform), event), verdict);
  if (ranges === undefined) throw new Unsupported(`${platform}: no measured answer to ${event} is ${verdict}`);
  const number = ranges.findLast(([from, behind]) => begun(version, from, behind))?.[2] ?? null;
  if (number === null) throw new Unsupported(`${platform} ${version ?? ""}: no measured answer to ${event} is ${verdict}`);
  const answer = table.answers[number];
  const stdout = answer.json === undefined ? filled(answer.stdout ?? "", text) : JSON.stringify(filled(answer.json, text));
  return { exitCode: answer.exit_code, stdout, stderr: filled(answer.stderr ?? "", text) };
}

function own(object, key) {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

function begun(version, from, behind) {
  if (from === "" || version === undefined || version === null) return true;
  const order = compareVersions(version, from);
  return behind ? order > 0 : order >= 0;
}

function filled(value, text) {
  if (typeof value === "string") return value.replaceAll("@text", () => text);
  if (Array.isArray(value)) return value.map((item) => filled(item, text));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, text)]));
}
