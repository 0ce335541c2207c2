// Hands one event to the bridge extension as pi does: `node pi_bridge_call.mjs BRIDGE`, {hook, event, cwd} on standard input.
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const { default: extension } = await import(pathToFileURL(process.argv[2]))
const { hook, event, cwd } = JSON.parse(readFileSync(0, "utf8"))
const handlers = {}
extension({ on: (name, handler) => (handlers[name] = handler) })
const arguments_ = event.input
const returned = await handlers[hook](event, { cwd, hasUI: false, sessionManager: { getSessionId: () => "s" } })
process.stdout.write(JSON.stringify({ returned: returned ?? null, event, same: event.input === arguments_ }))
