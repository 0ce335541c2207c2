// The adapter that the suite asks: JSON-RPC 2.0, one message a line.
import { createInterface } from "node:readline";
import { canonical, TABLES } from "./canonical.ts";
import { InvalidError } from "./strict.ts";

// What it claims is stated in adapter.toml alone.
const IDENTITY = { protocol: 2, name: "example-typescript", version: "0.1.0", language: "typescript" };

type Params = { platform: string; payload: string; registered_event?: string };

function failure(code: number, message: string): { error: { code: number; message: string } } {
  return { error: { code, message: message.slice(0, 2000) } };
}

function answer(method: string, params: Params): object {
  switch (method) {
    case "initialize":
      return { result: IDENTITY };
    case "shutdown":
      return { result: null };
    case "canonicalize":
      if (!Object.hasOwn(TABLES, params.platform)) return failure(-32002, `unsupported platform: ${params.platform}`);
      try {
        return { result: { events: canonical(params.platform, params.registered_event ?? null, params.payload).events } };
      } catch (error) {
        return failure(error instanceof InvalidError ? -32001 : -32603, String(error));
      }
    default:
      return failure(-32601, `there is no method ${method}`);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  let request: { id: number; method: string; params: Params };
  try {
    request = JSON.parse(line);
  } catch (error) {
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id: null, ...failure(-32700, String(error)) }) + "\n");
    continue;
  }
  const { id, method, params } = request;
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...answer(method, params) }) + "\n");
  if (method === "shutdown") break;
}
