// What a hook's payload means: its canonical events, by the tables in tables.json.
// The tables are yours now: change them, and this file, as your program needs it.
import { readFileSync } from "node:fs";
import { InvalidError, read } from "./strict.ts";

type Names = Record<string, string>;
type Answer = { exit_code: number; stdout: string; stderr: string };
type Table = {
  event: string[]; tool: string[]; input: string[]; failure: string[]; mcp: string[];
  session_id: string[]; cwd: string[]; prompt: string[]; prompt_events: string[];
  registration_decides: boolean; null_for_no_tool: boolean; string_arguments: boolean; names_no_tool: string[];
  registered: Names; events: Names; tools: Names; patches: Names;
  also: { event: string; at: string; is: unknown; fires: string }[];
  implied: Record<string, { tool: string; argument: string }>;
  batches: Record<string, { at: string; tool: string; arguments: string }>;
  deny?: Record<string, Answer>;
};
export type Event = { hook_event_name: string } & Record<string, unknown>;

const FILE = new URL("../tables.json", import.meta.url); // this file runs from build/
export const TABLES = JSON.parse(readFileSync(FILE, "utf8")) as Record<string, Table>;
export const BEFORE_A_TOOL = ["PreToolUse", "PermissionRequest"];
const AFTER_A_TOOL = ["PostToolUse", "PostToolUseFailure"];
const HEADER = /^[\s\ufeff]*\*\*\* (Add File|Update File|Delete File|Move to):(.*)/s;
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;

/** Return the canonical events of a payload, and the names of all tools that the call runs. */
export function canonical(platform: string, registered: string | null, text: string): { events: Event[]; called: string[] } {
  const table = TABLES[platform];
  const payload = read(text);
  if (!isObject(payload)) throw new InvalidError("not a JSON object");
  const native = eventName(table, registered, payload);
  const name = entry(table.events, native) ?? native;
  const event: Event = { hook_event_name: name };
  if (name !== native) event.platform_event_name = native;
  let called: string[];
  const implied = entry(table.implied, native);
  if (implied) {
    if (BEFORE_A_TOOL.includes(name) && !Object.hasOwn(payload, implied.argument)) throw new InvalidError("no arguments");
    event.tool_name = implied.tool;
    called = [implied.tool];
  } else {
    called = addTool(table, native, payload, event);
  }
  const prompted = table.prompt_events.length === 0 || table.prompt_events.includes(native);
  for (const key of ["session_id", "cwd", ...(prompted ? ["prompt" as const] : [])] as const) {
    const value = textOf(first(payload, table[key]));
    if (value !== undefined) event[key] = value;
  }
  const further = also(table, native, name, payload).map((other) => ({ ...event, hook_event_name: other }));
  return { events: [event, ...further], called };
}

/** Put the tool's canonical name into the event, and return it with those of the calls within the call. */
function addTool(table: Table, nativeEvent: string, payload: unknown, event: Event): string[] {
  let tool = first(payload, table.tool);
  if (tool === null && table.null_for_no_tool) tool = undefined;
  let given = first(payload, table.input);
  const before = BEFORE_A_TOOL.includes(event.hook_event_name);
  if (tool !== undefined && !isName(tool)) throw new InvalidError("the tool name is no name");
  if (table.names_no_tool.includes(nativeEvent)) return [];
  if (tool === undefined) {
    if (before || AFTER_A_TOOL.includes(event.hook_event_name)) throw new InvalidError("no tool name");
    return [];
  }
  if (before && given === undefined) throw new InvalidError("no arguments");
  if (table.string_arguments) given = decoded(given);
  checkPatch(table, tool, given);
  // What an MCP server calls its tools is no word of the platform's.
  const bare = first(payload, table.mcp) !== undefined;
  const name = bare ? tool : (entry(table.tools, tool) ?? tool);
  event.tool_name = name;
  if (name !== tool) event.tool_input = { platform_tool_name: tool };
  return [name, ...(bare ? [] : within(table, tool, given))];
}

/** Return the canonical names of the tools that a call of several calls runs. */
function within(table: Table, tool: string, given: unknown): string[] {
  const batch = entry(table.batches, tool);
  const calls = batch && isObject(given) ? entry(given, batch.at) : undefined;
  if (!batch || !Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) => {
    const name = isObject(call) ? entry(call, batch.tool) : undefined;
    if (!isObject(call) || typeof name !== "string") return [];
    return [entry(table.tools, name) ?? name, ...within(table, name, entry(call, batch.arguments))];
  });
}

/** Return the canonical events that fire with this one. */
function also(table: Table, native: string, name: string, payload: unknown): string[] {
  const found = table.also.filter((row) => row.event === native && at(payload, row.at) === row.is).map((row) => row.fires);
  const failure = first(payload, table.failure) ?? false;
  return name === "PostToolUse" && failure !== false ? [...found, "PostToolUseFailure"] : found;
}

/** Return the native event, as the payload or else the hook's registration names it. */
function eventName(table: Table, registered: string | null, payload: unknown): string {
  const withoutMatcher = (registered ?? "").split("[")[0];
  const meant = entry(table.registered, withoutMatcher) ?? withoutMatcher;
  const named = first(payload, table.event);
  if (named !== undefined && !isName(named)) throw new InvalidError("the event name is no name");
  const event = named === undefined || (meant && table.registration_decides) ? meant : named;
  if (!event) throw new InvalidError("no event name");
  return event;
}

/** Refuse a patch whose lines or paths programs read differently. */
function checkPatch(table: Table, tool: string, given: unknown): void {
  const key = entry(table.patches, tool);
  if (key === undefined) return;
  const patch = isObject(given) ? entry(given, key) : given;
  if (typeof patch !== "string") return;
  let updating = false;
  let above = "";
  for (const raw of patch.split("\n")) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (line.includes("\r")) throw new InvalidError("a carriage return within a line of the patch");
    const header = HEADER.exec(line);
    const word = header?.[1] ?? "";
    const isContent = updating && line.startsWith(" ") && !(word === "Move to" && above === "Update File");
    if (header && !isContent) {
      updating = word === "Update File" || (updating && word === "Move to");
      if (CONTROL.test(header[2].replace(/^[ \t]+|[ \t]+$/g, ""))) {
        throw new InvalidError("a control character in a path of the patch");
      }
    }
    above = word;
  }
}

/** Return the object that arguments in a text encode, else what is given. */
function decoded(given: unknown): unknown {
  if (typeof given !== "string" || !given.trimStart().startsWith("{")) return given;
  try {
    JSON.parse(given);
  } catch {
    return given;
  }
  return read(given);
}

/** Return the value at a JSON Pointer, undefined if there is none. */
function at(document: unknown, pointer: string): unknown {
  let value = document;
  for (const part of pointer.split("/").slice(1)) {
    if (Array.isArray(value) && /^\d+$/.test(part)) value = value[Number(part)];
    else if (isObject(value)) value = entry(value, part);
    else return undefined;
  }
  return value;
}

function first(document: unknown, pointers: string[]): unknown {
  return pointers.map((pointer) => at(document, pointer)).find((value) => value !== undefined);
}

/** Return a text, or the texts of a list of parts in one; undefined where there is none. */
function textOf(value: unknown): string | undefined {
  if (!Array.isArray(value)) return typeof value === "string" ? value : undefined;
  const texts = value.filter((part) => isObject(part) && part.type === "text" && typeof part.text === "string");
  return texts.length ? texts.map((part) => part.text).join("\n") : undefined;
}

/** Return what an object has under a key of its own: a tool may be called `constructor`. */
function entry<Value>(object: Record<string, Value>, key: string): Value | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
