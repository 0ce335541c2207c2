// The part for plugins whose hooks are functions of what the program knows and of what it will do: which calls are kept.

// Called over and over with the same shape: the first of each kind says all there is to say.
const ONCE = /^(session\.(updated|status|diff)|todo\.)/
const seen = new Set()

const isWanted = (type) => {
  if (!SETTINGS.events.some((start) => type.startsWith(start)) || seen.has(type)) return false
  if (ONCE.test(type)) seen.add(type)
  return true
}

const record = (directory, hook, input, output) =>
  keep(hook, () => {
    if (hook === "event" && !isWanted(String(input?.event?.type))) return null
    return { input, output, directory }
  })

export const HookconformRecorder = async ({ directory }) =>
  Object.fromEntries(SETTINGS.hooks.map((hook) => [hook, async (input, output) => record(directory, hook, input, output)]))
