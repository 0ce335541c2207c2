// Judges answers that were recorded elsewhere: `node judge-answers.js PLATFORM < answers.ndjson`.
// A line in is {id, canonicalize, match}, each {value}, {code, message} or {broken}; a line out is a check and its outcome.

import { createInterface } from "node:readline";

import { cases, judged } from "./index.js";

const rows = new Map(cases(process.argv[2]).map((row) => [row.id, row]));

for await (const text of createInterface({ input: process.stdin })) {
  const answers = JSON.parse(text);
  const row = rows.get(answers.id);
  if (row === undefined) {
    console.error(`no case ${answers.id} of ${process.argv[2]}`);
    process.exitCode = 1;
    break;
  }
  for (const [capability, comparisons] of Object.entries(row.expect)) {
    const answer = capability === "rules" ? answers.match : answers.canonicalize;
    console.log(`${row.id}::${capability} ${judged(row, capability, comparisons, answer).outcome}`);
  }
}
