"""A program from npm, below a prefix of its own."""

from __future__ import annotations

import re

from hookconform.attach.program import Program
from hookconform_lab.programs.client import missing, need, run_client

_SECONDS = 900


def install(program: Program) -> None:
    """Install the package without its scripts, and link the Node.js that runs it as `bin/node`."""
    stated, folder = program.stated, program.folder
    npm = need("npm", f"{program.name} is installed with it")
    node = need("node", f"{program.name} runs on it")
    version = run_client([node, "--version"], folder=folder, seconds=60).strip()
    number = re.match(r"v(\d+)\.", version)
    if number is None or int(number[1]) < stated["node"]:
        raise missing(f"{program.name} needs Node.js {stated['node']} or newer; the one on PATH is {version}.")
    run_client(
        [npm, "install", "--prefix", str(folder), "--ignore-scripts", "--no-audit", "--no-fund", "--no-save",
         "--omit=dev", "--loglevel=error", f"{stated['package']}@{program.version}"],
        folder=folder,
        seconds=_SECONDS,
    )  # fmt: skip
    (folder / "bin").mkdir(exist_ok=True)
    (folder / "bin" / "node").symlink_to(node)
