// A conformance adapter for Gemini CLI: names the tool of a payload. Speaks JSON-RPC 2.0, one message a line.
import { createInterface } from "node:readline";

const identity = {
  protocol: 2, name: "example-node", version: "1.0.0", language: "javascript",
  platforms: ["gemini-cli"], capabilities: ["tool-name", "refusal"], tier: "core",
};
const tools = new Map(Object.entries({
  run_shell_command: "Bash", write_file: "Write", replace: "Edit", read_file: "Read", glob: "Glob",
  grep_search: "Grep", search_file_content: "Grep", web_fetch: "WebFetch", invoke_agent: "Task",
  delegate_to_agent: "Task", codebase_investigator: "Task", cli_help: "Task", generalist: "Task",
}));
const invalid = (message) => Object.assign(new Error(message), { code: -32001 });
const isName = (value) => typeof value === "string" && value.trim() !== "";
const finite = (_, value) => { if ([Infinity, -Infinity].includes(value)) throw invalid("beyond doubles"); return value; };
function canonicalize({ registered_event, payload: text }) {
  let payload;
  try { payload = JSON.parse(text, finite); } catch (error) { throw invalid(error.message); }
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) throw invalid("not a JSON object");
  const event = "hook_event_name" in payload ? payload.hook_event_name : registered_event;
  const { tool_name: native, tool_input: input } = payload;
  if (!isName(event)) throw invalid("no event name");
  if (native !== undefined && !isName(native)) throw invalid("the tool name is no name");
  if (["BeforeTool", "AfterTool"].includes(event) && native === undefined) throw invalid("no tool name");
  if (event === "BeforeTool" && input === undefined) throw invalid("no arguments");
  const canonical = payload.mcp_context ? undefined : tools.get(native); // a server's tool is not the program's
  return { events: [{
    hook_event_name: event, tool_name: canonical ?? native,
    ...(canonical && { tool_input: { platform_tool_name: native } }),
  }] };
}

const methods = { initialize: () => identity, canonicalize, shutdown: () => null };
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line), answer = { jsonrpc: "2.0", id };
  try { answer.result = methods[method](params); }
  catch ({ code = -32603, message }) { answer.error = { code, message }; }
  process.stdout.write(JSON.stringify(answer) + "\n");
  if (method === "shutdown") break;
}
