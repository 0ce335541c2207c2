// Clicks away the one dialog that a window shows before it lets every tool run: `node consent.mjs PORT`, the port of
// the browser's debugger on loopback. Questions about a single call are left standing.
const WORDS = ["Enable", "Allow", "Trust", "Yes", "Continue", "OK"];
const EVERY = 400;
const CLICK = `(() => {
  for (const button of document.querySelectorAll(".monaco-dialog-box .dialog-buttons .monaco-button"))
    if (${JSON.stringify(WORDS)}.includes(button.textContent.trim())) button.click();
})()`;

const pause = () => new Promise((resolve) => setTimeout(resolve, EVERY));

async function page() {
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${process.argv[2]}/json`);
      const found = (await answer.json()).find((target) => target.type === "page");
      if (found) return found.webSocketDebuggerUrl;
    } catch {
      // The browser does not listen yet.
    }
    await pause();
  }
}

const socket = new WebSocket(await page());
await new Promise((resolve) => socket.addEventListener("open", resolve));
for (let id = 1; socket.readyState === WebSocket.OPEN; id++) {
  socket.send(JSON.stringify({ id, method: "Runtime.evaluate", params: { expression: CLICK } }));
  await pause();
}
