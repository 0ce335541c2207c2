// The lab's recording extension for pi: appends every event, as it is at the moment of the call, to a log. A file beside
// it, LOG.effects, lists `[path, words]`: a record then has `present`, the paths of files that are there and hold the words.
import { appendFileSync, existsSync, readFileSync } from "node:fs"

const LOG = __LOG__
const EVENTS = __EVENTS__
const LEFT_OUT = __LEFT_OUT__

export default function (pi) {
  for (const hook of EVENTS)
    pi.on(hook, (event, context) => {
      const call = { hook, input: event, directory: context?.cwd, session: context?.sessionManager?.getSessionId?.() }
      const line = { ...withoutPlaces(call, LEFT_OUT), env_names: Object.keys(process.env).sort() }
      line.present = presentOf(`${LOG}.effects`)
      appendFileSync(LOG, JSON.stringify(line) + "\n")
    })
}
