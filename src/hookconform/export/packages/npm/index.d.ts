export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Verdict = "deny" | "ask" | "allow" | "context";
export type Outcome = "passed" | "failed" | "error" | "unsupported";

/** One canonical event; its keys are those of the page "The canonical event". */
export interface CanonicalEvent {
  hook_event_name: string;
  tool_name?: string;
  tool_kind?: string;
  tool_input?: { [key: string]: Json };
  tool_response?: Json;
  session_id?: string;
  cwd?: string;
  prompt?: string;
  platform_event_name?: string;
  [key: string]: Json | undefined;
}

/** Where a payload comes from; `version` is null for one that was not recorded. */
export interface Context {
  platform: string;
  version: string | null;
  registeredEvent: string | null;
}

export type Rule = { name: string; [key: string]: Json };

/** What is judged. Either method may throw `Refused`; without `match`, rules are not judged. */
export interface Adapter {
  name?: string;
  version?: string;
  platforms?: string[];
  canonicalize(payload: string, context: Context): CanonicalEvent[] | Promise<CanonicalEvent[]>;
  match?(payload: string, rules: Rule[], context: Context): string[] | Promise<string[]>;
}

/** One comparison; `at` is a JSON Pointer into `{events}` or `{matched_rules}`. */
export interface Comparison {
  at: string;
  is?: Json;
  absent?: true;
  or_absent?: true;
  ignoring?: string[];
  as?: string;
  without?: string[];
  at_most?: number;
}

export interface Case {
  id: string;
  platform: string;
  version: string | null;
  registered_event: string | null;
  payload: string;
  refuse?: "must" | "may";
  rules?: Rule[];
  may_refuse_rules?: true;
  expect: { [capability: string]: Comparison[] };
  unsupported?: string[];
}

export interface Difference {
  pointer: string;
  expected?: Json;
  got?: Json;
}

export interface Result {
  check: string;
  case: string;
  platform: string;
  capability: string;
  outcome: Outcome;
  message?: string;
  differences?: Difference[];
}

export interface Answer {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface About {
  data: number;
  hookconform: string;
  corpus: string;
  vocabulary: number;
  tier: string;
  capabilities: string[];
  platforms: string[];
}

export declare class Refused extends Error {
  constructor(message?: string, code?: number);
  code: number;
}
export declare class Unsupported extends Error {}

export declare const about: About;
export declare const platforms: string[];
export declare function cases(platform: string): Case[];
export declare function rules(): Rule[];
export declare function claims(): { [key: string]: Json }[];
export declare function escapes(): { [key: string]: Json }[];
export declare function judge(row: Case, adapter: Adapter, rules: Rule[]): Promise<Result[]>;
export declare function judged(
  row: Case,
  capability: string,
  comparisons: Comparison[],
  answer: { value: Json } | { code: number; message: string } | { broken: string },
): Result;
export declare function isRed(result: Result): boolean;
export declare function run(adapter: Adapter): Promise<{ [key: string]: Json }>;
export declare function report(adapter: Adapter, results: Result[], number: number): { [key: string]: Json };
export declare function respond(
  platform: string,
  version: string | null | undefined,
  event: string,
  verdict: Verdict,
  text?: string,
): Answer;
export declare function at(document: Json, pointer: string): Json | undefined;
export declare function same(one: unknown, other: unknown): boolean;
export declare function differences(comparisons: Comparison[], result: Json): Difference[];
export declare function compareVersions(one: string, other: string): number;
