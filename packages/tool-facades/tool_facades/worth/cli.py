"""Compare native and foreign tool names on one model: run the same small tasks under each, and count.

The model is asked over one of four wires. Its key is read from the environment variable that --key-env names. Tasks run
in folders of their own; with --shell a model also gets a shell, which is not confined to them.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from tool_facades.errors import FacadeError

try:
    from pydantic_ai.exceptions import AgentRunError, UserError

    from tool_facades.worth.tasks import TASKS
    from tool_facades.worth.trial import Trial, run_trial
    from tool_facades.wrappers.pydantic_toolset import UNCHANGED
except ImportError as error:
    raise ImportError("tool_facades.worth needs pydantic-ai: pip install 'tool-facades[pydantic-ai]'") from error

if TYPE_CHECKING:
    from pydantic_ai.models import Model

WIRES = ("chat", "responses", "messages", "gemini")
_PROFILE: Any = UNCHANGED


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table of both sides; exit code 2 and one line where a run cannot be made."""
    parser = argparse.ArgumentParser("tool-facades-worth", description=__doc__)
    parser.add_argument("--wire", required=True, choices=WIRES, help="interface of the endpoint")
    parser.add_argument("--model", required=True, help="model id, as the endpoint knows it")
    parser.add_argument("--base-url", help="address of the endpoint; the vendor's own without")
    parser.add_argument("--key-env", default="MODEL_API_KEY", help="environment variable with the key (%(default)s)")
    parser.add_argument("--native", required=True, help="provider whose tools the model was trained on")
    parser.add_argument("--foreign", required=True, action="append", help="another provider; may be repeated")
    parser.add_argument("--native-model", help="id that chooses the family of native tools; else --model")
    parser.add_argument("--task", action="append", choices=[task.name for task in TASKS], help="only this task")
    parser.add_argument("--repeat", type=_times, default=1, help="runs of each task (%(default)s)")
    parser.add_argument("--shell", action="store_true", help="offer a shell, which is not confined to the folder")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args(arguments)
    key = os.environ.get(given.key_env)
    if not key:
        parser.error(f"the environment variable {given.key_env} holds no key; name another with --key-env")
    try:
        model = model_of(given.wire, given.model, given.base_url, key)
        rows = {
            f"{side}: {provider}": _side(given, model, provider, side)
            for side, provider in (("native", given.native), *(("foreign", one) for one in given.foreign))
        }
    except (FacadeError, ValueError, ImportError, UserError, AgentRunError) as error:
        parser.exit(2, f"{parser.prog}: {' '.join(str(error).split())[:500]}\n")
    sys.stdout.write(_json(given.model, rows) if given.json else _table(rows))


def model_of(wire: str, name: str, base_url: str | None, key: str) -> Model:
    """Return pydantic-ai's model for a wire; schemas go out unchanged. Raises `ImportError` for a missing extra."""
    return _MODELS[wire](name, base_url, key)


def _openai(kind: str) -> Callable[[str, str | None, str], Any]:
    def made(name: str, base_url: str | None, key: str) -> Any:
        from pydantic_ai.models import openai
        from pydantic_ai.providers.openai import OpenAIProvider

        return getattr(openai, kind)(name, provider=OpenAIProvider(base_url=base_url, api_key=key), profile=_PROFILE)

    return made


def _anthropic(name: str, base_url: str | None, key: str) -> Any:
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    return AnthropicModel(name, provider=AnthropicProvider(base_url=base_url, api_key=key), profile=_PROFILE)


def _google(name: str, base_url: str | None, key: str) -> Any:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(name, provider=GoogleProvider(base_url=base_url, api_key=key), profile=_PROFILE)


_MODELS: dict[str, Callable[[str, str | None, str], Any]] = {
    "chat": _openai("OpenAIChatModel"),
    "responses": _openai("OpenAIResponsesModel"),
    "messages": _anthropic,
    "gemini": _google,
}


def _side(given: argparse.Namespace, model: Model, provider: str, side: str) -> Trial:
    # A foreign provider may not know the model's id: its first family counts.
    family = (given.native_model or given.model) if side == "native" else None
    total = Trial(runs=0)
    for task in TASKS:
        if given.task and task.name not in given.task:
            continue
        for _ in range(given.repeat):
            total += run_trial(task, model, provider, family, shell=given.shell)
    return total


def _json(model: str, rows: dict[str, Trial]) -> str:
    return json.dumps({"model": model, "sides": {name: asdict(row) for name, row in rows.items()}}, indent=2) + "\n"


def _table(rows: dict[str, Trial]) -> str:
    heads = ["tools", *(one.name for one in fields(Trial))]
    lines = [heads, *([name, *map(str, asdict(row).values())] for name, row in rows.items())]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    return "".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() + "\n" for line in lines
    )


def _times(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:9]) < 10_000:  # noqa: PLR2004 (a bound for a slip)
        raise argparse.ArgumentTypeError(f"a number from 1 to 9999, not {text}")
    return int(text)


if __name__ == "__main__":
    main()
