// The lab's answering plugin: takes prescribed steps at the calls they are meant for.
// An answer: {contains, hook, steps}; steps are described in the corpus's schema/responses.schema.json. Each call of
// a hook that has answers is logged, so that a call no answer was meant for is seen.
import { appendFileSync } from "node:fs"

const ANSWERS = __ANSWERS__
const LOG = __LOG__

export const HookconformAnswers = async () => {
  const hooks = {}
  for (const hook of new Set(ANSWERS.map((answer) => answer.hook)))
    hooks[hook] = async (input, output) => {
      const said = JSON.stringify({ hook, input, output })
      appendFileSync(LOG, JSON.stringify({ payload_text: said }) + "\n")
      const answer = ANSWERS.find((one) => one.contains.every((text) => said.includes(text)))
      return answer && take(answer.steps, input, output)
    }
  return hooks
}
