// A hook that denies by a policy: hook PLATFORM EVENT POLICY-FILE, the payload on standard input.
// The policy is {"deny": ["Bash", …]}, in canonical names of tools. What cannot be read is denied.
import { readFileSync, writeSync } from "node:fs";

const DENIED = "The policy of this project denies this call.\n";

/** Answer one call. Whatever goes wrong stops it: exit code 2 is what most programs take for a denial. */
async function main(): Promise<number> {
  const [platform, registered, policyFile] = process.argv.slice(2);
  const { BEFORE_A_TOOL, canonical, TABLES } = await import("./canonical.ts");
  const denial = TABLES[platform].deny?.[registered.split("[")[0]];
  let stops = true;
  let why = "";
  try {
    const denied: unknown = JSON.parse(readFileSync(policyFile, "utf8")).deny;
    if (!Array.isArray(denied) || denied.some((name) => typeof name !== "string")) throw new Error("deny is no list of names");
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(0));
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
