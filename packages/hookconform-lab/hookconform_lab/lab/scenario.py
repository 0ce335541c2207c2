"""One scripted run of a program: what the model says and how the program is driven."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hookconform_lab.lab.script import Reply, Route, Script


@dataclass(frozen=True, slots=True)
class Program:
    """Run `argv` to its end without a terminal, with `stdin` as its standard input.

    An argv that starts with `{{python}}` may be a host of our own that talks to the program over its
    stdin/stdout or HTTP (an SDK host, an app server client); it gets the program's environment.
    """

    argv: tuple[str, ...]
    stdin: str = ""
    timeout: float = 120


@dataclass(frozen=True, slots=True)
class Key:
    """Wait until the screen shows `wait_for` (at most `within` seconds), let it settle, then type `text`.

    `wait_for` is searched in the output since the last key, both without escape sequences and white space;
    empty: only settle. If it does not come, `text` is typed all the same unless `optional`.
    """

    wait_for: str
    text: str
    within: float = 15
    settle: float = 0.5
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Terminal:
    """Run `argv` behind a pseudo-terminal and type `keys`; afterwards it has `linger` seconds to end."""

    argv: tuple[str, ...]
    keys: tuple[Key, ...]
    timeout: float = 150
    linger: float = 8
    rows: int = 50
    columns: int = 160


@dataclass(frozen=True, slots=True)
class Scenario:
    """One run: its script, its steps, and what it claims to drive.

    `name` goes into each recorded row. `files` and `home_files` are extra files, path → text or bytes, below the
    workspace and the home; a path that ends with a slash is a folder. `links` are symbolic links in the workspace,
    path → target. `settings` is for the driver's `prepare` only
    (the core does not read it).
    `quick` scenarios need no terminal and together cover the tools; `lab verify --quick` runs only them.
    `row` is added to every recorded row (`config_style`, `model_id`). `probes` are tool names called on
    purpose although the program does not declare them. `git` makes the workspace a repository.
    `expects` are the registered events that this run must show; one that stays away makes it incomplete.
    `optional` lets a scenario end without any hook call (its absence is then a fact, not a failure).
    `exit_codes` are those that mean the program ended as it should.
    """

    name: str
    title: str
    script: Script
    steps: tuple[Program | Terminal, ...]
    files: Mapping[str, str | bytes] = field(default_factory=dict[str, str | bytes])
    home_files: Mapping[str, str | bytes] = field(default_factory=dict[str, str | bytes])
    links: Mapping[str, str] = field(default_factory=dict[str, str])
    settings: dict[str, Any] = field(default_factory=dict[str, Any])
    environment: dict[str, str] = field(default_factory=dict[str, str])
    row: dict[str, str] = field(default_factory=dict[str, str])
    probes: frozenset[str] = frozenset()
    expects: tuple[str, ...] = ()
    quick: bool = True
    git: bool = True
    optional: bool = False
    exit_codes: tuple[int, ...] = (0,)


def scripted(
    name: str,
    title: str,
    main: tuple[Reply, ...],
    *steps: Program | Terminal,
    subagents: Mapping[str, tuple[Reply, ...]] | None = None,
    routes: tuple[Route, ...] = (),
    **more: Any,
) -> Scenario:
    """Return a run whose first conversation is `main`; `subagents` are further ones, `more` fields of `Scenario`."""
    return Scenario(name, title, Script({"main": main, **(subagents or {})}, routes=routes), steps, **more)
