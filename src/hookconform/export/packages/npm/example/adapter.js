// A small adapter for Gemini CLI: it knows one tool and two events. Most checks are red.

import { Refused } from "hookconform-data";

const EVENTS = { BeforeTool: "PreToolUse", AfterTool: "PostToolUse" };
const TOOLS = { run_shell_command: "Bash" };

export const name = "example";
export const version = "0.1.0";
export const platforms = ["gemini-cli"];

export function canonicalize(payload) {
  let sent;
  try {
    sent = JSON.parse(payload);
  } catch {
    throw new Refused();
  }
  if (sent === null || typeof sent !== "object" || typeof sent.hook_event_name !== "string") throw new Refused();
  const { hook_event_name, tool_name, tool_input, ...rest } = sent;
  const known = Object.hasOwn(TOOLS, tool_name ?? "") ? TOOLS[tool_name] : undefined;
  return [
    {
      ...rest,
      hook_event_name: EVENTS[hook_event_name] ?? hook_event_name,
      ...(hook_event_name in EVENTS ? { platform_event_name: hook_event_name } : {}),
      ...(tool_name === undefined ? {} : { tool_name: known ?? tool_name }),
      ...(tool_input === undefined ? {} : { tool_input: { ...tool_input, ...(known ? { platform_tool_name: tool_name } : {}) } }),
    },
  ];
}
