"""What is fuzzed: each target gets one text and a generator for its other choices."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import hook_adapters
from hook_adapters.rules import compile_pack, matching
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.rule_packs import combined_rules
from hookconform.drafting.rules import matched_rules
from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import json_object
from hookconform_lab.intake.importing import Importer
from hookconform_lab.intake.recordings import parse_recording
from hookconform_lab.redaction.gate import Gate
from hookconform_lab.redaction.private import Private
from hookconform_lab.redaction.published import Published, published
from hookconform_lab.redaction.redactor import Redactor
from tests.fuzz import seeds
from tests.fuzz.mutator import mutated, odd_text
from tests.fuzz.seeds import Seed

_DECISIONS = ("allow", "deny", "ask", None)


@dataclass(frozen=True)
class Target:
    """One thing that reads what others wrote.

    `start` makes a text that it should like of a payload, `run` lets it read one that came of it; only `allowed`
    exceptions may come out. `calls` are how many function calls it may make for a text of no length, and for each
    further character.
    """

    name: str
    start: Callable[[Seed, Random], str]
    others: Callable[[], tuple[str, ...]]
    run: Callable[[str, Seed, Random], None]
    allowed: tuple[type[Exception], ...]
    calls: tuple[int, float]

    def text(self, seed: Seed, random: Random) -> str:
        """Return one mutated text."""
        return mutated(self.start(seed, random), self.others(), random)


def _payload(seed: Seed, random: Random) -> str:
    del random
    return seed.text


@cache
def _payload_texts() -> tuple[str, ...]:
    return tuple(seed.text for seed in seeds.payloads())


def _arguments(text: str, seed: Seed, random: Random) -> tuple[str, str, str | None, str | None]:
    """Return platform, text, registered event and version; they mostly go together, and now and then do not."""
    platform = seed.platform if random.random() < 0.98 else odd_text(random)
    event = random.choice((seed.event, seed.event, None, odd_text(random)))
    version = random.choice((seed.version, None, odd_text(random)))
    return platform, text, event, version


def _canonicalize(text: str, seed: Seed, random: Random) -> None:
    hook_adapters.canonicalize(*_arguments(text, seed, random))


def _respond(text: str, seed: Seed, random: Random) -> None:
    platform, text, event, version = _arguments(text, seed, random)
    verdict: Any = {"decision": random.choice(_DECISIONS)}
    for key in ("reason", "context", "system_message"):
        if random.random() < 0.4:
            verdict[key] = odd_text(random)
    if random.random() < 0.3:
        verdict["updated_input"] = random.choice(({}, {"command": odd_text(random)}, {odd_text(random): None}))
    hook_adapters.respond(platform, text, verdict, event, version)


def _match(text: str, seed: Seed, random: Random) -> None:
    """Read a mutated pack and match it against events; or the corpus's packs against a mutated event."""
    if random.random() < 0.5:
        pack = json_object(text)
        rules = compile_pack(pack if pack is not None else text)
        matching(rules, random.choices(seeds.events(), k=2))
        return
    for event in hook_adapters.canonicalize(*_arguments(seed.text, seed, random)):
        changed: Any = {**event, "prompt": text}
        changed["tool_input"] = {
            **event.get("tool_input", {}),
            "command": text,
            "file_path": text,
            "file_paths": [text],
        }
        matching(_packs(), [changed])


def _pack_or_payload(seed: Seed, random: Random) -> str:
    return random.choice(seeds.packs()) if random.random() < 0.5 else seed.text


@cache
def _packs() -> list[Any]:
    return [rule for text in seeds.packs() for rule in compile_pack(json.loads(text))]


@cache
def _platform(name: str) -> Platform:
    return load_platform(name)


@cache
def _published() -> Published:
    return published(corpus_root())


def _redaction(text: str, seed: Seed, random: Random) -> None:
    """Redact a payload, then judge what is left."""
    payload = json_object(text)
    if payload is None:
        payload = {"tool_input": {random.choice(("command", "content", "url", "token", odd_text(random))): text}}
    known = _published()
    private = Private(
        homes=("/home/waltraud",), workspaces=("/home/waltraud/zeppelin",), users=("waltraud",), hosts=("devbox9",)
    )
    redacted = Redactor(private, known.names).redact(payload).payload
    Gate(_platform(seed.platform), known).doubts(redacted, seed.event, seed.version)


def _recordings(text: str, seed: Seed, random: Random) -> None:
    """Read a line of a recording, and draft a case of it."""
    del seed, random
    recording = parse_recording(text, where="inbox")
    if recording.payload is None or recording.platform not in seeds.platforms():
        return
    platform = _platform(recording.platform)
    Importer(platform.root, driver="live", recorded="").drafted(recording)


def _recording(seed: Seed, random: Random) -> str:
    """Return a line as the recorder writes it; every other time its payload is mutated, too."""
    payload = mutated(seed.text, _payload_texts(), random) if random.random() < 0.5 else seed.text
    row = {
        "platform": seed.platform,
        "platform_version": seed.version,
        "registered_event": seed.event,
        "recorded_ns": 1_795_249_943_000_000_000,
        "payload_text": payload,
    }
    return json.dumps(row)


def prepare() -> None:
    """Read once what every execution needs, so that none is charged for it."""
    _published()
    _packs()
    seeds.events()
    _compile_expressions()
    with suppress(hook_adapters.AdapterError):
        hook_adapters.canonicalize("no-platform", "{}")
    for name in seeds.platforms():
        seed = next(seed for seed in seeds.payloads() if seed.platform == name)
        with suppress(hook_adapters.AdapterError):
            hook_adapters.canonicalize(name, seed.text, seed.event)
        _recordings(_recording(seed, Random(0)), seed, Random(0))
        _redaction(seed.text, seed, Random(0))
        _redaction("a text that is no JSON, with an unknown word: xq7Lkz", seed, Random(0))


def _compile_expressions() -> None:
    """Compile the expressions of the corpus's rules, which are kept: the first event to reach one would pay for it."""
    event = {"prompt": "", "tool_input": {"command": ""}}
    for rule in combined_rules():
        for matcher in ("command_match", "prompt_match"):
            if matcher in rule.get("matchers", {}):
                matched_rules([event], [{"name": rule["name"], "matchers": {matcher: rule["matchers"][matcher]}}])


TARGETS = {
    target.name: target
    for target in (
        Target("canonicalize", _payload, _payload_texts, _canonicalize, (hook_adapters.AdapterError,), (3000, 3)),
        Target("respond", _payload, _payload_texts, _respond, (hook_adapters.AdapterError,), (3000, 3)),
        Target("match", _pack_or_payload, seeds.packs, _match, (hook_adapters.AdapterError,), (20_000, 20)),
        Target("redaction", _payload, _payload_texts, _redaction, (HookconformError,), (20_000, 60)),
        Target("recordings", _recording, _payload_texts, _recordings, (HookconformError,), (20_000, 10)),
    )
}
