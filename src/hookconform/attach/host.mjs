// Calls a plugin with one recorded hook call, and says what it did: node host.mjs PLUGIN < RECORD.
// The record is {hook, input, output}; the answer, one line on standard output, is {steps} in the words of
// the corpus's schema/responses.schema.json. What the plugin prints goes to standard error. Exit code 3: not loaded.
import { readFileSync, writeSync } from "node:fs"
import { register } from "node:module"
import { pathToFileURL } from "node:url"

const plugin = pathToFileURL(process.argv[2]).href
const record = JSON.parse(readFileSync(0, "utf8"))
process.stdout.write = process.stderr.write.bind(process.stderr)
// The program waits for what a hook returns and for nothing else.
process.on("unhandledRejection", (error) => process.stderr.write(`nobody waits for: ${error}\n`))

// Plugins are ES modules, whatever package.json stands above them.
if (plugin.endsWith(".js")) {
  const load = `export const load = (url, context, next) =>
    next(url, url === ${JSON.stringify(plugin)} ? { ...context, format: "module" } : context)`
  register(`data:text/javascript,${encodeURIComponent(load)}`)
}

// Stands for the program's own client and shell, which are not here: whatever is called resolves to nothing.
const absent = () => new Proxy(() => {}, { get: (_, key) => (key === "then" ? undefined : absent()), apply: async () => ({}) })

// The program is started in its project, and hands that to every plugin.
const directory = process.cwd()
const given = { client: absent(), $: absent(), project: { id: "project", worktree: directory }, directory, worktree: directory }
const hooks = []
try {
  const made = new Set(Object.values(await import(plugin)).filter((value) => typeof value === "function"))
  if (!made.size) throw new Error("the plugin exports no function")
  for (const make of made) hooks.push((await make(given)) ?? {})
} catch (error) {
  process.stderr.write(`the plugin cannot be loaded: ${error?.stack ?? error}\n`)
  process.exit(3)
}

const { input, output } = record
const before = structuredClone(output)
const args = output?.args
const steps = []
try {
  for (const each of hooks) await each[record.hook]?.(input, output)
} catch (error) {
  steps.push(error instanceof Error ? { throw: error.message, as: "error" } : { throw: error ?? null, as: "value" })
}
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other)
if (args && typeof args === "object") {
  // The program keeps its own reference to the arguments: only changes in place count.
  if (output.args !== args) steps.push({ set: "args", value: output.args ?? null })
  for (const key of Object.keys(args)) if (!same(args[key], before.args[key])) steps.push({ set: `args.${key}`, value: args[key] ?? null })
  for (const key of Object.keys(before.args)) if (!(key in args)) steps.push({ delete: `args.${key}` })
}
writeSync(1, JSON.stringify({ steps }) + "\n")
process.exit(0)
