// An extension of the lab's own: carries out a plan in the window it is loaded into, and appends what became of each
// step to `said.jsonl` beside it. `plan.json` is a list of steps:
//   {"ask": text, "model": id}                 a prompt in agent mode; it ends when the answer is complete
//   {"ask": text, "model": id, "within": n}    the same, but left standing after n seconds: its tool waits for somebody
//   {"server": tool}                           start every MCP server; it ends when this tool is there
//   {"command": id, "args": [...]}             a command of the window; it may fail
// A prompt that is left waiting for somebody's consent ends the plan without its last line: it would wait for ever.
"use strict";
const fs = require("fs");
const path = require("path");
const vscode = require("vscode");

const AGENT = "GitHub.copilot-chat";
const VENDOR = "copilot";
const HALF_A_SECOND = 500;
const PATIENCE = 120; // half seconds

const say = (what) => fs.appendFileSync(path.join(__dirname, "said.jsonl"), JSON.stringify(what) + "\n");
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(what, condition) {
  for (let left = PATIENCE; left > 0; left--) {
    if (await condition()) return;
    await pause(HALF_A_SECOND);
  }
  throw new Error(`never: ${what}`);
}

async function modelsAreThere() {
  const found = await Promise.race([vscode.lm.selectChatModels({ vendor: VENDOR }), pause(3000).then(() => [])]);
  return found.length > 0;
}

async function makeReady() {
  // The agent is set up when somebody first uses it; this is the same without a prompt.
  vscode.commands.executeCommand("workbench.action.chat.triggerSetupAnonymousWithoutDialog").then(
    () => say({ setUp: true }),
    (problem) => say({ setUp: String(problem) }),
  );
  await until("the agent's extension starts", () => vscode.extensions.getExtension(AGENT)?.isActive);
  await until("models are there", modelsAreThere);
  await until("tools are there", () => vscode.lm.tools.length > 0);
  say({ ready: vscode.extensions.getExtension(AGENT).packageJSON.version, tools: vscode.lm.tools.map((t) => t.name) });
}

async function ask(step) {
  const answered = vscode.commands.executeCommand("workbench.action.chat.open", {
    query: step.ask,
    mode: "agent",
    isPartialQuery: false,
    blockOnResponse: true,
    modelSelector: { vendor: VENDOR, id: step.model },
  });
  const answer = await (step.within ? Promise.race([answered, pause(1000 * step.within)]) : answered);
  say({ asked: step.ask, waits: answer?.type ?? null });
  return answer?.type !== "confirmation";
}

async function command(step) {
  const done = vscode.commands.executeCommand(step.command, ...(step.args ?? [])).then(
    () => "done",
    (problem) => String(problem),
  );
  say({ command: step.command, answer: await Promise.race([done, pause(10000).then(() => "not yet done")]) });
}

async function startServers(step) {
  const start = { command: "workbench.mcp.startServer", args: ["*", { autoTrustChanges: true, waitForLiveTools: true }] };
  await until(step.server, async () => {
    if (vscode.lm.tools.some((tool) => tool.name === step.server)) return true;
    await command(start);
    return vscode.lm.tools.some((tool) => tool.name === step.server);
  });
}

exports.activate = async () => {
  const plan = JSON.parse(fs.readFileSync(path.join(__dirname, "plan.json"), "utf8"));
  try {
    await makeReady();
    for (const step of plan) {
      if (step.command) await command(step);
      else if (step.server) await startServers(step);
      else if (!(await ask(step))) return;
    }
    say({ ended: true });
  } catch (problem) {
    say({ ended: false, problem: String(problem?.stack ?? problem) });
  }
};
