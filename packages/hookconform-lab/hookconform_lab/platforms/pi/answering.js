// The lab's answering extension for pi: takes prescribed steps at the events they are meant for.
// An answer: {contains, hook, steps}; steps are described in the corpus's schema/responses.schema.json, and the event is
// their `input`. Each event that has answers is logged, so that a call no answer was meant for is seen.
import { appendFileSync } from "node:fs"

const ANSWERS = __ANSWERS__
const LOG = __LOG__

export default function (pi) {
  for (const hook of new Set(ANSWERS.map((answer) => answer.hook)))
    pi.on(hook, (event) => {
      const said = JSON.stringify({ hook, input: event })
      appendFileSync(LOG, JSON.stringify({ payload_text: said }) + "\n")
      const answer = ANSWERS.find((one) => one.contains.every((text) => said.includes(text)))
      return answer && take(answer.steps, event, event)
    })
}
