// From a case and an adapter to the outcome of each check.

import { differences } from "./compare.js";

const INVALID_PAYLOAD = -32001;
const INVALID_RULES = -32602;
// Other codes say that the adapter broke.
const OUTCOMES = new Set([INVALID_PAYLOAD, -32002]);

/** Thrown by an adapter that refuses a payload: by default one that cannot be read. */
export class Refused extends Error {
  constructor(message = "invalid payload", code = INVALID_PAYLOAD) {
    super(message);
    this.code = code;
  }
}

/**
 * The outcome of each check of a case, in the order of the corpus.
 *
 * `adapter` has `canonicalize(payload, context)`, which returns the events, and may have `match(payload, rules,
 * context)`, which returns the names of the rules that match. `context` is `{platform, version, registeredEvent}`.
 * Either may return a promise, and may throw `Refused`. `rules` is the combined pack.
 */
export async function judge(row, adapter, rules) {
  const context = { platform: row.platform, version: row.version, registeredEvent: row.registered_event };
  const answers = {};
  const ask = async (method, call) => (answers[method] ??= await answered(call));
  const results = [];
  for (const [capability, comparisons] of Object.entries(row.expect)) {
    if (capability === "rules" && adapter.match === undefined) {
      results.push(result(row, capability, "unsupported"));
      continue;
    }
    const answer =
      capability === "rules"
        ? await ask("match", async () => ({ matched_rules: await adapter.match(row.payload, row.rules ?? rules, context) }))
        : await ask("canonicalize", async () => ({ events: await adapter.canonicalize(row.payload, context) }));
    results.push(judged(row, capability, comparisons, answer));
  }
  for (const capability of row.unsupported ?? []) results.push(result(row, capability, "unsupported"));
  return results;
}

/** The outcome of one check; `answer` is `{value}`, `{code, message}` of a refusal, or `{broken}` with the reason. */
export function judged(row, capability, comparisons, answer) {
  const fails = (message, found = []) => result(row, capability, "failed", message, found);
  if ("broken" in answer) return result(row, capability, "error", answer.broken);
  if ("code" in answer) {
    if (capability === "rules" && answer.code === INVALID_RULES && row.may_refuse_rules) {
      return result(row, capability, "passed");
    }
    const said = `${answer.code}: ${answer.message}`;
    if (!OUTCOMES.has(answer.code)) return result(row, capability, "error", `the adapter answered error ${said}`);
    if (answer.code === INVALID_PAYLOAD && row.refuse !== undefined) return result(row, capability, "passed");
    if (row.refuse === "must") return fails(`the payload must be refused with ${INVALID_PAYLOAD}; it was refused with ${said}`);
    return fails(`a good payload was refused with ${said}`);
  }
  if (row.refuse === "must") {
    return fails(`the payload must be refused with ${INVALID_PAYLOAD}; it was answered as if it were harmless`);
  }
  const problem = malformed(capability, answer.value);
  if (problem) return result(row, capability, "error", `the answer does not follow the protocol: ${problem}`);
  const found = differences(comparisons, answer.value);
  return found.length > 0 ? fails("", found) : result(row, capability, "passed");
}

async function answered(call) {
  try {
    // As it would come over a pipe: what JSON cannot say is not there.
    return { value: JSON.parse(JSON.stringify(await call())) };
  } catch (error) {
    if (Number.isInteger(error?.code)) return { code: error.code, message: String(error.message) };
    return { broken: String(error) };
  }
}

function malformed(capability, value) {
  if (capability === "rules") {
    const names = value?.matched_rules;
    const right = Array.isArray(names) && names.every((name) => typeof name === "string");
    return right ? "" : "`matched_rules` must be a list of rule names";
  }
  const events = value?.events;
  if (!Array.isArray(events) || events.length === 0) return "`events` must be a list with at least one event";
  const objects = events.every((event) => event !== null && typeof event === "object" && !Array.isArray(event));
  return objects ? "" : "an event must be an object";
}

function result(row, capability, outcome, message = "", found = []) {
  return {
    check: `${row.id}::${capability}`,
    case: row.id,
    platform: row.platform,
    capability,
    outcome,
    ...(message ? { message } : {}),
    ...(found.length > 0 ? { differences: found } : {}),
  };
}
