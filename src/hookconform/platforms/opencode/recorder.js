// Keeps every call of OpenCode's plugin functions as one JSON file, and answers nothing.
// Written by `hookconform record install opencode`; `hookconform record uninstall opencode` removes it.
// It never throws into OpenCode: what goes wrong is noted, without any content, in errors.log.
import { appendFileSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { randomBytes } from "node:crypto"

const SETTINGS = /*SETTINGS*/ { folder: "", hooks: [], events: [] } /*SETTINGS*/
// Called over and over with the same shape: the first of each kind says all there is to say.
const ONCE = /^(session\.(updated|status|diff)|todo\.)/
const seen = new Set()
let calls = 0

const version = () => {
  try {
    const [text, size, modified, program] =
      readFileSync(join(SETTINGS.folder, "recorder", "versions", "opencode"), "utf8").split("\n")
    const status = statSync(program, { bigint: true })
    return String(status.size) === size && String(status.mtimeNs) === modified ? text : null
  } catch {
    return null
  }
}

const write = (row) => {
  const folder = join(SETTINGS.folder, "recordings", "opencode")
  const name = `${Date.now()}${String(calls++ % 1e6).padStart(6, "0")}-${process.pid}-${randomBytes(4).toString("hex")}.json`
  const partial = join(folder, "." + name)
  try {
    writeFileSync(partial, JSON.stringify(row) + "\n", { flag: "wx", mode: 0o600 })
    renameSync(partial, join(folder, name))
  } catch (error) {
    try { unlinkSync(partial) } catch {}
    throw error
  }
}

const record = (directory, hook, input, output) => {
  try {
    if (hook === "event") {
      const type = String(input?.event?.type)
      if (!SETTINGS.events.some((start) => type.startsWith(start)) || seen.has(type)) return
      if (ONCE.test(type)) seen.add(type)
    }
    write({
      platform: "opencode", platform_version: version(), registered_event: hook, hook_env_names: [],
      recorded_ns: Date.now() * 1e6, hook, input, output, directory,
    })
  } catch (error) {
    try {
      const line = `${Math.floor(Date.now() / 1000)} '${hook}' ${error?.name} ${error?.code}\n`
      appendFileSync(join(SETTINGS.folder, "recorder", "errors.log"), line, { mode: 0o600 })
    } catch {}
  }
}

export const HookconformRecorder = async ({ directory }) =>
  Object.fromEntries(SETTINGS.hooks.map((hook) => [hook, async (input, output) => record(directory, hook, input, output)]))
