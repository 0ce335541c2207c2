"""Adapters from the hook payloads of coding agents to one canonical event, and back to each platform's own answer.

One module a platform, each with `canonicalize` and `respond`; nothing is imported before it is used:

    from hook_adapters import gemini_cli
    gemini_cli.canonicalize(text, registered_event="BeforeTool")
"""

__version__ = "0.1.0"
