// @newrelic/preflight served line by line: its platform adapters name tools; nothing else is claimed.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const home = `${process.argv[2]}/node_modules/@newrelic/preflight`;
const platforms = await import(`${home}/dist/platforms/index.js`);
const adapters = {
  "claude-code": new platforms.ClaudeCodeAdapter(),
  codex: new platforms.CodexAdapter(),
  "copilot-cli": new platforms.CopilotSdkAdapter(),
  cursor: new platforms.CursorAdapter(),
  "gemini-cli": new platforms.GeminiCliAdapter(),
  opencode: new platforms.OpencodeAdapter(),
  "vscode-copilot": new platforms.CopilotAdapter(),
};
const identity = {
  protocol: 2, name: "preflight", version: JSON.parse(readFileSync(`${home}/package.json`, "utf8")).version,
  language: "javascript", platforms: Object.keys(adapters), capabilities: ["tool-name", "refusal"], tier: "extended",
};
const invalid = (message) => Object.assign(new Error(message), { code: -32001 });

function canonicalize({ platform, registered_event, payload }) {
  let call;
  try { call = JSON.parse(payload); } catch (error) { throw invalid(error.message); }
  if (typeof call !== "object" || call === null || Array.isArray(call)) throw invalid("not an object");
  const event = call.hook_event_name ?? call.hook ?? registered_event;
  const native = call.tool_name ?? call.toolName ?? call.input?.tool;
  if (native === undefined) return { events: [{ hook_event_name: event }] };
  const said = adapters[platform].mapToolName(native);
  const name = said === "Unknown" ? native : said; // what it does not know is passed through
  const mapped = name === native ? {} : { tool_input: { platform_tool_name: native } };
  return { events: [{ hook_event_name: event, tool_name: name, ...mapped }] };
}

const methods = { initialize: () => identity, canonicalize, shutdown: () => null };
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line), answer = { jsonrpc: "2.0", id };
  try { answer.result = methods[method](params); }
  catch ({ code, message }) { answer.error = { code: Number.isInteger(code) ? code : -32603, message }; }
  process.stdout.write(JSON.stringify(answer) + "\n");
  if (method === "shutdown") break;
}
