// The lab's recording plugin: appends every hook call, as it is at the moment of the call, to a log.
// `hookconform-capture.json`, one folder up, says where: {"log": file}. A file beside the log, LOG.effects, lists
// `[path, words]`: a record then has `present`, the paths of files that are there already and hold the words.
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const here = dirname(fileURLToPath(import.meta.url))
const { log } = JSON.parse(readFileSync(join(here, "..", "hookconform-capture.json"), "utf8"))

const HOOKS = [
  "chat.message", "chat.params", "chat.headers", "command.execute.before", "permission.ask",
  "tool.execute.before", "tool.execute.after", "tool.definition", "shell.env",
  "experimental.chat.messages.transform", "experimental.chat.system.transform",
  "experimental.provider.small_model", "experimental.session.compacting",
  "experimental.compaction.autocontinue", "experimental.text.complete",
]
// Called for each request, tool or streamed token: one example of each kind says all there is to say.
const ONCE = /^(chat\.(params|headers)|tool\.definition|experimental\.(chat|text|provider)\..*)$/
const ONCE_EVENT = /^(message\.|session\.(diff|status|updated)|server\.|plugin\.|catalog\.|integration\.|reference\.|lsp\.)/
// Arguments of these carry the vendor's prompts and tool descriptions, which are nobody's to publish.
const PROSE = /^(tool\.definition|experimental\.chat\..*)$/
const seen = new Set()

const without = (value, above) => { // a copy that JSON can hold: no cycles, no big integers
  if (typeof value === "bigint") return String(value)
  if (!value || typeof value !== "object") return value
  if (above.includes(value)) return "[circular]"
  const path = [...above, value]
  return Array.isArray(value)
    ? value.map((item) => without(item, path))
    : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, without(item, path)]))
}
const elide = (_key, value) =>
  typeof value === "string" && value.length > 60 ? `<elided: ${value.length} characters of platform text>` : value

const record = (directory, hook, input, output) => {
  const kind = hook === "event" ? input?.event?.type ?? "" : hook
  if ((hook === "event" ? ONCE_EVENT : ONCE).test(kind)) {
    if (seen.has(kind)) return
    seen.add(kind)
  }
  const line = { hook, input, output, directory, env_names: Object.keys(process.env).sort() }
  line.present = presentOf(`${log}.effects`)
  let text
  try { text = JSON.stringify(line) } catch { text = JSON.stringify(without(line, [])) }
  if (PROSE.test(hook)) {
    const { present, ...rest } = JSON.parse(text)
    // The paths of files are the lab's own.
    text = JSON.stringify({ ...JSON.parse(JSON.stringify(rest, elide)), present })
  }
  appendFileSync(log, text + "\n")
}

export const HookconformCapture = async ({ directory }) => {
  const hooks = {}
  for (const hook of HOOKS) hooks[hook] = async (input, output) => record(directory, hook, input, output)
  for (const hook of ["event", "config", "dispose"]) hooks[hook] = async (input) => record(directory, hook, input)
  return hooks
}
