// OpenCode has no hook commands: its hooks are plugin functions. This plugin hands each call to a command and carries
// out its answer. README.md beside this file says how to install it and what a command may answer.
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const HOOKS = ["tool.execute.before", "tool.execute.after", "chat.message", "experimental.session.compacting"]
const ANSWERS = { throw: "string", args: "object", append: "string" }

class Refusal extends Error {}

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
  if ("args" in answer && hook !== "tool.execute.before") throw new Error(`args cannot be changed at ${hook}`)
  return answer
}

const append = (output, text) => {
  if (Array.isArray(output.parts)) {
    const part = output.parts.find(({ type }) => type === "text")
    if (!part) throw new Error("the prompt has no text to append to")
    part.text += `\n${text}`
  } else if (Array.isArray(output.context)) output.context.push(text)
  else if (Array.isArray(output.content)) output.content.push({ type: "text", text }) // an MCP tool's own result
  else output.output = `${output.output ?? ""}\n${text}`
}

const carryOut = (answer, output) => {
  if ("throw" in answer) throw new Refusal(answer.throw)
  // OpenCode keeps its own reference to the arguments: only changes in place count.
  if ("args" in answer) Object.assign(output.args, answer.args)
  if ("append" in answer) append(output, answer.append)
}

export const HookBridge = async ({ directory }) => {
  const configured = configuration()
  const call = async (hook, input, output) => {
    try {
      const record = JSON.stringify({ hook, input, output, directory })
      carryOut(parse(await run(configured, directory, record), hook), output)
    } catch (error) {
      if (error instanceof Refusal) throw new Error(error.message)
      if (process.env.HOOK_ADAPTERS_ON_ERROR === "allow") return
      throw new Error(`The policy hook failed, so this was not allowed: ${error.message}`)
    }
  }
  return Object.fromEntries(HOOKS.map((hook) => [hook, (input, output) => call(hook, input, output)]))
}
