// A hook that denies by a policy: hook PLATFORM EVENT POLICY-FILE, the payload on standard input.
// The policy is {"deny": ["Bash", …]}, in canonical names of tools. What cannot be read is denied,
// and so is every call under a name that would never match: names.json has the words that programs have for a tool.
import { readFileSync, writeSync } from "node:fs";
import { read } from "./strict.ts";

const NAMES = new URL("../names.json", import.meta.url); // this file runs from build/
const DENIED = "The policy of this project denies this call.\n";

/** Answer one call. Whatever goes wrong stops it: exit code 2 is what most programs take for a denial. */
async function main(): Promise<number> {
  const [platform, registered, policyFile] = process.argv.slice(2);
  const { BEFORE_A_TOOL, canonical, TABLES } = await import("./canonical.ts");
  const denial = TABLES[platform].deny?.[registered.split("[")[0]];
  let stops = true;
  let why = "";
  try {
    const denied = namesDenied(read(utf8(readFileSync(policyFile))));
    const text = utf8(readFileSync(0));
    const { events, called } = canonical(platform, registered, text);
    const before = events.some((event) => BEFORE_A_TOOL.includes(event.hook_event_name));
    stops = before && called.some((name) => denied.includes(name));
  } catch (error) {
    why = `${String(error)}\n`;
  }
  if (!stops) return 0;
  say(1, denial?.stdout ?? "");
  say(2, denial ? denial.stderr || why : why || DENIED);
  return denial?.exit_code ?? 2;
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** Return the names of a policy that has nothing but these. */
function namesDenied(policy: unknown): string[] {
  const { deny, ...others } = policy as { deny?: unknown };
  if (!Array.isArray(deny) || Object.keys(others).length > 0) throw new Error("the policy is not one list, deny");
  const meant = new Map<string, string>(Object.entries(JSON.parse(readFileSync(NAMES, "utf8"))));
  for (const name of deny) {
    if (typeof name !== "string" || !name.trim()) throw new Error("deny is not a list of names");
    const canonical = meant.get(name.trim().toLowerCase()) ?? name;
    if (canonical !== name) throw new Error(`a policy for ${name} never matches: write ${canonical}`);
  }
  return deny;
}

function say(stream: number, text: string): void {
  if (text) writeSync(stream, text);
}

main().then(
  (code) => (process.exitCode = code),
  (error) => {
    say(2, `the hook failed: ${String(error)}\n`);
    process.exitCode = 2;
  },
);
