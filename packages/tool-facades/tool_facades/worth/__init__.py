"""A harness that compares native and foreign tool names: the same tasks, the same model, the tools of two providers.

    tool-facades-worth --wire chat --model ID --native qwen --foreign claude

Extra `pydantic-ai`, with pydantic-ai's own extra for the vendor of the wire. `tasks.py` has the tasks, `trial.py` one
run of one task, `cli.py` the command.
"""
