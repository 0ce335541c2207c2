"""One tool, offered to five families of models under the name and the schema that each knows."""

from tool_facades import Call, ProviderToolRegistry
from tool_facades.base_tools import Result
from tool_facades.wrappers import Offered

FAMILIES = ["claude", "gemini", "codex", "copilot", "opencode"]


class Greenhouse:
    """A shell that knows two commands: all that a model may do here."""

    tools = ("Bash",)

    def run(self, call: Call) -> Result:
        """Answer one of the commands."""
        answers = {"temperature": "21.5", "open window": "The window is open."}
        answer = answers.get(call.arguments["command"])
        if answer is None:
            return Result(ok=False, outcome="refused", text=f"There are only {', '.join(answers)}.")
        return Result(ok=True, outcome="ok", text=answer)


registry = ProviderToolRegistry()
for family in FAMILIES:
    offered = Offered(registry.tools_for_provider(family), Greenhouse())
    for name, facade in offered.facades.items():
        schema = facade.definition("mcp")["inputSchema"]
        (native,) = facade.to_native({"command": "temperature", "description": "How warm is it?"}).calls
        print(f"{family}: {name} takes {', '.join(schema['required'])}")
        print(f"  {native.arguments} -> {offered.run(name, native.arguments).text}")
        print(f"  and without arguments: {offered.run(name, {}).text}")
