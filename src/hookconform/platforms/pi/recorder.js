// pi's part: what of an event is kept.

// What carries the vendor's prompts, or the whole conversation once more: left out as the lab leaves it out, so that the
// same call has the same shape.
const LEFT_OUT = new Set(SETTINGS.leftOut)
const elide = (key, value) => (LEFT_OUT.has(key) ? "<left out by the lab>" : value)

export default function (pi) {
  for (const hook of SETTINGS.hooks)
    pi.on(hook, (event, context) => keep(hook, () => ({ input: event, directory: context?.cwd }), elide))
}
