export { Unsupported, respond } from "./answers.js";
export { about, cases, claims, escapes, platforms, rules } from "./cases.js";
export { at, differences, same } from "./compare.js";
export { Refused, judge, judged } from "./judge.js";
export { isRed, report, run } from "./run.js";
export { compareVersions } from "./versions.js";
