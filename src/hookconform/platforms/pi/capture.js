// The lab's recording extension for pi: appends every event, as it is at the moment of the call, to a log.
import { appendFileSync } from "node:fs"

const LOG = __LOG__
const EVENTS = __EVENTS__
const LEFT_OUT = new Set(__LEFT_OUT__)

const elide = (key, value) => (LEFT_OUT.has(key) ? "<left out by the lab>" : value)

export default function (pi) {
  for (const hook of EVENTS)
    pi.on(hook, (event, context) => {
      const line = { hook, input: event, directory: context?.cwd, session: context?.sessionManager?.getSessionId?.() }
      appendFileSync(LOG, JSON.stringify({ ...line, env_names: Object.keys(process.env).sort() }, elide) + "\n")
    })
}
