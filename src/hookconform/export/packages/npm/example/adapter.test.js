// One test a case: `node --test`. In vitest, `import { test } from "vitest"` instead.

import assert from "node:assert/strict";
import test from "node:test";

import { cases, isRed, judge, rules } from "hookconform-data";

import * as adapter from "./adapter.js";

const pack = rules();

for (const row of cases("gemini-cli")) {
  test(row.id, async () => {
    assert.deepEqual((await judge(row, adapter, pack)).filter(isRed), []);
  });
}
