// Takes prescribed steps: appended to a platform's own file of functions, which says what `input` and `output` are there.
// Steps are described in the corpus's schema/responses.schema.json.
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

const take = async (steps, input, output) => {
  for (const step of steps) {
    if ("wait" in step) await new Promise((done) => setTimeout(done, step.wait))
    else if ("throw" in step) await thrown(step)
    else if ("return" in step) return step.return
    else {
      const root = "set_input" in step ? input : output
      const [owner, key] = place(root, step.set ?? step.append ?? step.delete ?? step.set_input)
      if ("delete" in step) delete owner[key]
      else if (!("append" in step)) owner[key] = step.value
      else if (Array.isArray(owner[key])) owner[key].push(step.value)
      else owner[key] += step.value
    }
  }
  return undefined
}
