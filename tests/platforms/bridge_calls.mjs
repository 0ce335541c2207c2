// Calls the bridge plugin's hooks as OpenCode does: `node bridge_calls.mjs BRIDGE`, cases on standard input, outcomes out.
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const { HookBridge } = await import(pathToFileURL(process.argv[2]))
const settings = () => Object.keys(process.env).filter((name) => name.startsWith("HOOK_ADAPTERS_"))
const installed = settings() // by the plugin file itself
const outcomes = []
for (const { environment, directory, hook, input, output } of JSON.parse(readFileSync(0, "utf8"))) {
  for (const name of settings()) if (!installed.includes(name)) delete process.env[name]
  Object.assign(process.env, environment)
  const hooks = await HookBridge({ directory })
  const { args } = output
  let thrown = null
  try { await hooks[hook](input, output) } catch (error) { thrown = error.message }
  outcomes.push({ thrown, output, sameArguments: output.args === args })
}
process.stdout.write(JSON.stringify(outcomes))
