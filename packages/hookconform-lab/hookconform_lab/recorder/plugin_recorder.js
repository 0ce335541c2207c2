// Keeps each call of a plugin's functions as one JSON file, and answers nothing.
// Written by `hookconform record install PLATFORM`; `hookconform record uninstall PLATFORM` removes it.
// It never throws into the platform: what goes wrong is noted, without any content, in errors.log.
import { appendFileSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { randomBytes } from "node:crypto"

const SETTINGS = /*SETTINGS*/ { platform: "", folder: "", hooks: [], prefixes: [] } /*SETTINGS*/
const LARGEST_RECORD = 8 << 20
let calls = 0

const version = () => {
  try {
    const [text, size, modified, program] =
      readFileSync(join(SETTINGS.folder, "recorder", "versions", SETTINGS.platform), "utf8").split("\n")
    const status = statSync(program, { bigint: true })
    return String(status.size) === size && String(status.mtimeNs) === modified ? text : null
  } catch {
    return null
  }
}

const envNames = () =>
  Object.keys(process.env).filter((name) => SETTINGS.prefixes.some((start) => name.startsWith(start))).sort()

// First under a hidden name, then renamed when it is complete.
const write = (text) => {
  if (text.length > LARGEST_RECORD) throw new RangeError()
  const folder = join(SETTINGS.folder, "recordings", SETTINGS.platform)
  const name = `${Date.now()}${String(calls++ % 1e6).padStart(6, "0")}-${process.pid}-${randomBytes(4).toString("hex")}.json`
  const partial = join(folder, "." + name)
  try {
    writeFileSync(partial, text, { flag: "wx", mode: 0o600 })
    renameSync(partial, join(folder, name))
  } catch (error) {
    try { unlinkSync(partial) } catch {}
    throw error
  }
}

// `record` gives what the call held ({ input, output, directory }), or null if it is not worth keeping.
const keep = (hook, record) => {
  try {
    const held = record()
    if (held === null) return
    const row = {
      platform: SETTINGS.platform, platform_version: version(), registered_event: hook, hook_env_names: envNames(),
      recorded_ns: Date.now() * 1e6, hook, ...held,
    }
    write(JSON.stringify(row) + "\n")
  } catch (error) {
    try {
      const line = `${Math.floor(Date.now() / 1000)} '${hook}' ${error?.name} ${error?.code}\n`
      appendFileSync(join(SETTINGS.folder, "recorder", "errors.log"), line, { mode: 0o600 })
    } catch {}
  }
}

