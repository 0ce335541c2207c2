"""One run of one task by one model under one provider's tool names, and what is counted of it."""

from __future__ import annotations

import tempfile
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic_ai import Agent, capture_run_messages
from pydantic_ai.exceptions import UnexpectedModelBehavior, UsageLimitExceeded
from pydantic_ai.messages import ToolCallPart
from pydantic_ai.usage import UsageLimits

from tool_facades.base_tools import BaseTools, LocalShell
from tool_facades.registry import ProviderToolRegistry
from tool_facades.worth.tasks import Task
from tool_facades.wrappers.offered import Offered
from tool_facades.wrappers.programs import ways_of
from tool_facades.wrappers.pydantic_toolset import FacadeToolset

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.models import Model

_REQUESTS = 20
_RETRIES = 5
# The first is how later versions of pydantic-ai tell of either.
_ANSWERS = ("tool-return", "retry-prompt")


@dataclass(frozen=True, slots=True)
class Trial:
    """Counts of one run, or of several added up.

    `malformed` calls do not fit the schema, `unknown` ones name no tool, `refused` ones fit and fail. `retries` are
    calls of a tool right after a call of it that failed. `unfinished` runs ended without an answer.
    """

    runs: int = 1
    done: int = 0
    calls: int = 0
    malformed: int = 0
    unknown: int = 0
    refused: int = 0
    retries: int = 0
    unfinished: int = 0

    def __add__(self, other: Trial) -> Trial:
        """Return the sum of both."""
        mine, its = asdict(self), asdict(other)
        return Trial(**{name: value + its[name] for name, value in mine.items()})


def run_trial(task: Task, model: Model, provider: str, model_id: str | None, *, shell: bool = False) -> Trial:
    """Let a model do a task in a folder of its own with the tools of a provider's models.

    `model_id` chooses the family of the provider's tools. Raises `ValueError` where the provider's tools cannot read a
    file, and what pydantic-ai raises for an endpoint that does not answer.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        task.prepare(folder)
        facades = ProviderToolRegistry().tools_for_provider(provider, model_id)
        with BaseTools(folder, ways=ways_of(provider), shell=LocalShell() if shell else None) as tools:
            offered = Offered(facades, tools, free_text=False)
            if not {"Read", "Bash"} & {facade.canonical for facade in offered.facades.values()}:
                raise ValueError(f"The tools of {provider} read files by a shell alone: give --shell.")
            outcomes: list[str] = []
            toolset = FacadeToolset(facades, tools, observe=lambda result: outcomes.append(result.outcome))
            agent = Agent(model, toolsets=[toolset], retries=_RETRIES)
            words, messages = _said(agent, task.prompt)
        done = words is not None and task.is_done(folder, words)
        return _counted(Trial(done=int(done), unfinished=int(words is None)), set(offered.facades), outcomes, messages)


def _said(agent: Agent[None, str], prompt: str) -> tuple[str | None, list[ModelMessage]]:
    """Return the last words, None of a run that has no end, and all messages."""
    with capture_run_messages() as messages:
        try:
            return agent.run_sync(prompt, usage_limits=UsageLimits(request_limit=_REQUESTS)).output, list(messages)
        except (UnexpectedModelBehavior, UsageLimitExceeded):
            return None, list(messages)


def _counted(ended: Trial, names: set[str], outcomes: list[str], messages: list[ModelMessage]) -> Trial:
    """Return how a run ended together with the counts of its calls; `names` are the tools that were offered."""
    parts: list[Any] = [part for one in messages for part in one.parts]
    calls = [part for part in parts if isinstance(part, ToolCallPart)]
    answers = {part.tool_call_id: part for part in parts if part.part_kind in _ANSWERS}
    # The framework answers arguments that are no JSON without asking the toolset.
    retold = [_outcome(answers.get(call.tool_call_id)) == "retried" and call.tool_name in names for call in calls]
    failed = [_outcome(answers.get(call.tool_call_id)) != "success" for call in calls]
    return replace(
        ended,
        calls=len(calls),
        malformed=outcomes.count("invalid") + sum(retold),
        unknown=sum(call.tool_name not in names for call in calls),
        refused=outcomes.count("refused"),
        retries=sum(
            before.tool_name == after.tool_name and wrong
            for before, after, wrong in zip(calls, calls[1:], failed, strict=False)
        ),
    )


def _outcome(answer: Any) -> str:
    """Return what became of a call, `retried` where the framework itself asked for another."""
    return "retried" if getattr(answer, "part_kind", "") == "retry-prompt" else getattr(answer, "outcome", "success")
