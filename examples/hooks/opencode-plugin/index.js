// Throws at the tools that the project's .guard.json denies: {"deny": ["bash"]}.
import { readFileSync } from "node:fs"
import { join } from "node:path"

export const Guard = async ({ directory }) => {
  const { deny } = JSON.parse(readFileSync(join(directory, ".guard.json"), "utf8"))
  return {
    "tool.execute.before": async ({ tool }) => {
      if (deny.includes(tool)) throw new Error(`${tool} is denied in this project`)
    },
  }
}
