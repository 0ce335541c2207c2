// The lab's answering extension for pi: takes prescribed steps at the events they are meant for.
// An answer: {contains, hook, steps}; steps are described in the corpus's schema/responses.schema.json, and the event is
// their `input`. Each event that has answers is logged, so that a call no answer was meant for is seen.
import { appendFileSync } from "node:fs"

const ANSWERS = __ANSWERS__
const LOG = __LOG__

const place = (root, path) => {
  const keys = path.split(".")
  const last = keys.pop()
  return [keys.reduce((value, key) => value?.[key], root), last]
}

class PolicyError extends Error {}

const thrown = ({ throw: value, as }) => {
  if (as === "error") throw new Error(value)
  if (as === "subclass") throw new PolicyError(value)
  if (as === "value") throw value
  const rejection = Promise.reject(new Error(value))
  if (as === "rejection") return rejection
  rejection.catch(() => {}) // detached: nobody waits for it
  return undefined
}

const take = async (steps, event) => {
  for (const step of steps) {
    if ("wait" in step) await new Promise((done) => setTimeout(done, step.wait))
    else if ("throw" in step) await thrown(step)
    else if ("return" in step) return step.return
    else {
      const [owner, key] = place(event, step.set_input ?? step.delete)
      if ("delete" in step) delete owner[key]
      else owner[key] = step.value
    }
  }
  return undefined
}

export default function (pi) {
  for (const hook of new Set(ANSWERS.map((answer) => answer.hook)))
    pi.on(hook, (event) => {
      const said = JSON.stringify({ hook, input: event })
      appendFileSync(LOG, JSON.stringify({ payload_text: said }) + "\n")
      const answer = ANSWERS.find((one) => one.contains.every((text) => said.includes(text)))
      return answer && take(answer.steps, event)
    })
}
