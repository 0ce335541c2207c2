"""The engine with atheris: coverage leads the same mutations to code that was not reached yet."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

# The first bytes of an input are the payload it came of and the target's other choices, the rest is its text.
_CHOICES = 4
_LONGEST = 100_000
_SEEDS = 200


def run(name: str, seed: str, executions: str) -> None:
    """Fuzz the target of this name in this process, which ends with it: with status 0 if nothing was found.

    Raises `ImportError` if atheris is not installed.
    """
    import atheris  # noqa: PLC0415 (where it is installed)

    with atheris.instrument_imports(include=["hook_adapters", "hookconform"]):
        from tests.fuzz import seeds  # noqa: PLC0415 (instrumented as it is imported)
        from tests.fuzz.guard import watched  # noqa: PLC0415 (as above)
        from tests.fuzz.mutator import mutated  # noqa: PLC0415 (as above)
        from tests.fuzz.targets import TARGETS, prepare  # noqa: PLC0415 (as above)
    target = TARGETS[name]
    prepare()
    payloads = seeds.payloads()

    def one(data: bytes) -> None:
        payload = payloads[int.from_bytes(data[:_CHOICES]) % len(payloads)]
        finding = watched(target, _text(data), payload, Random(data[:_CHOICES]), count=False)
        if finding is not None:
            sys.stdout.write(
                f"FOUND {name}: {finding.kind} at {finding.place}\n  {finding.what}\n  text: {_text(data)!a:.400}\n"
            )
            sys.stdout.flush()
            os._exit(1)

    def mutate(data: bytes, most: int, number: int) -> bytes:
        random = Random(number)
        text = mutated(_text(data), target.others(), random)
        choices = random.randbytes(_CHOICES) if random.random() < 0.2 else data[:_CHOICES].ljust(_CHOICES)
        return (choices + _bytes(text))[:most]

    with tempfile.TemporaryDirectory() as folder:
        for number in range(0, len(payloads), len(payloads) // _SEEDS + 1):
            text = target.start(payloads[number], Random(f"{seed} {number}"))
            Path(folder, str(number)).write_bytes(number.to_bytes(_CHOICES) + _bytes(text))
        options: list[Any] = [
            f"-seed={int(seed) + 1}",
            f"-runs={executions}",
            f"-max_len={_LONGEST}",
            f"-artifact_prefix={folder}/",
            "-verbosity=0",
        ]
        atheris.Setup([sys.argv[0], *options, folder], one, custom_mutator=mutate)
        atheris.Fuzz()


def _text(data: bytes) -> str:
    try:
        return data[_CHOICES:].decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data[_CHOICES:].decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
