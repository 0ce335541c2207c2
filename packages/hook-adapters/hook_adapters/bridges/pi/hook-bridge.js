// pi has no hook commands: its events are handed to functions of extensions. This extension hands each to a command and
// carries out its answer. README.md beside this file says how to install it and what a command may answer.
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const ANSWERS = { throw: "string", args: "object", append: "string" }

const configuration = () => {
  let file = {}
  try {
    file = JSON.parse(readFileSync(join(dirname(fileURLToPath(import.meta.url)), "..", "hook-bridge.json"), "utf8"))
  } catch (error) {
    if (error.code !== "ENOENT") return { problem: `hook-bridge.json cannot be read: ${error.message}` }
  }
  const command = process.env.HOOK_ADAPTERS_COMMAND || file.command
  const seconds = Number(process.env.HOOK_ADAPTERS_TIMEOUT || file.timeout || 10)
  if (typeof command !== "string" || !command) return { problem: "no command is configured" }
  if (!(seconds > 0)) return { problem: "the time limit is not a number of seconds" }
  return { command, seconds }
}

// Resolves to what the command printed; rejects if it fails, cannot be started or takes too long.
const run = ({ command, seconds, problem }, directory, record) =>
  new Promise((resolve, reject) => {
    if (problem) return reject(new Error(problem))
    // In a process group of its own, so that nothing it started outlives the time limit.
    const child = spawn("/bin/sh", ["-c", command], { cwd: directory, detached: true, stdio: ["pipe", "pipe", "pipe"] })
    const printed = { stdout: "", stderr: "" }
    for (const name of ["stdout", "stderr"]) child[name].setEncoding("utf8").on("data", (text) => (printed[name] += text))
    const timer = setTimeout(() => {
      reject(new Error(`no answer within ${seconds} s`))
      try { process.kill(-child.pid, "SIGKILL") } catch { child.kill("SIGKILL") }
    }, seconds * 1000)
    child.on("error", (error) => { clearTimeout(timer); reject(error) })
    child.on("close", (code, signal) => {
      clearTimeout(timer)
      if (code === 0) return resolve(printed.stdout)
      const said = printed.stderr.trim().split("\n").at(-1)
      reject(new Error(`${signal ? `ended by ${signal}` : `exit code ${code}`}${said ? `: ${said}` : ""}`))
    })
    child.stdin.on("error", () => {}) // a command need not read its input
    child.stdin.end(record)
  })

// Returns the answer as an object; anything that is not exactly an answer is an error, never "nothing to do".
const parse = (text, hook) => {
  if (!text.trim()) return {}
  const answer = JSON.parse(text)
  if (answer === null || typeof answer !== "object" || Array.isArray(answer)) throw new Error("the answer is no object")
  for (const [key, value] of Object.entries(answer)) {
    const isThat = typeof value === ANSWERS[key] && value !== null && !Array.isArray(value)
    if (!isThat) throw new Error(`the answer has an unknown or malformed key ${JSON.stringify(key)}`)
  }
  if ("args" in answer && hook !== "tool_call") throw new Error(`args cannot be changed at ${hook}`)
  if ("append" in answer && hook === "tool_call") throw new Error("nothing can be appended before a tool")
  return answer
}

const text = (words) => ({ type: "text", text: words })

// What each event's function returns to refuse, and to add to what the model reads.
const REFUSE = {
  tool_call: (event, reason) => ({ block: true, reason }),
  tool_result: (event, reason) => ({ content: [text(reason)], isError: true }),
  input: (event, reason, context) => {
    if (context?.hasUI) context.ui.notify(reason, "warning")
    else process.stderr.write(`${reason}\n`)
    return { action: "handled" }
  },
}
const APPEND = {
  tool_result: (event, words) => ({ content: [...event.content, text(words)] }),
  input: (event, words) => ({ action: "transform", text: `${event.text}\n${words}`, images: event.images }),
}

const decided = async (configured, hook, event, context) => {
  const record = { hook, input: event, directory: context.cwd, session: context.sessionManager?.getSessionId?.() }
  const answer = parse(await run(configured, context.cwd, JSON.stringify(record)), hook)
  if ("throw" in answer) return REFUSE[hook](event, answer.throw, context)
  // Only changes in place count.
  if ("args" in answer) Object.assign(event.input, answer.args)
  return "append" in answer ? APPEND[hook](event, answer.append) : undefined
}

export default function (pi) {
  const configured = configuration()
  for (const hook of Object.keys(REFUSE))
    pi.on(hook, async (event, context) => {
      try {
        return await decided(configured, hook, event, context)
      } catch (error) {
        if (process.env.HOOK_ADAPTERS_ON_ERROR === "allow") return undefined
        return REFUSE[hook](event, `The policy hook failed, so this was not allowed: ${error.message}`, context)
      }
    })
}
