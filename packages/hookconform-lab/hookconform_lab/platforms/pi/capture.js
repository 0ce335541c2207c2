// The lab's recording extension for pi: appends every event, as it is at the moment of the call, to a log.
import { appendFileSync } from "node:fs"

const LOG = __LOG__
const EVENTS = __EVENTS__
const LEFT_OUT = __LEFT_OUT__

export default function (pi) {
  for (const hook of EVENTS)
    pi.on(hook, (event, context) => {
      const call = { hook, input: event, directory: context?.cwd, session: context?.sessionManager?.getSessionId?.() }
      const line = { ...withoutPlaces(call, LEFT_OUT), env_names: Object.keys(process.env).sort() }
      appendFileSync(LOG, JSON.stringify(line) + "\n")
    })
}
