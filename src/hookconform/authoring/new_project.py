"""A new adapter or hook program: a folder that works, with tables from the claims, a test and a CI job."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from hookconform import __version__
from hookconform.authoring import NEXT_CLAIMS, SERVE_LOOP, TABLES
from hookconform.authoring.languages import LANGUAGES, Language, language_named
from hookconform.authoring.last_words import event_before_a_tool, last_words
from hookconform.authoring.native_tables import deny_answers, native_names, native_tables
from hookconform.authoring.new_files import write_new
from hookconform.corpus.claims import platform_ids
from hookconform.corpus.policies import load_policies
from hookconform.effects.rows import measured_platforms
from hookconform.ground.errors import HookconformError
from hookconform.ground.home import RELEASED, REPOSITORY
from hookconform.ground.meant import meant

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Project:
    """What is to be written: a name as a manifest has it, a language, platforms, and whether it is a hook program."""

    name: str
    language: Language
    platforms: tuple[str, ...]
    hook: bool

    def next_steps(self, folder: Path) -> str:
        """Return what to type next."""
        return next_steps(folder, self.language, self.platforms[0], hook=self.hook)


def next_steps(folder: Path, language: Language | None, platform: str, *, hook: bool) -> str:
    """Return the commands that judge a project; a hook program is built by hand, since its manifest cannot say how."""
    built = [shlex.join(command) for command in language.builds("hook")] if hook and language is not None else []
    there = [] if folder == Path() else [shlex.join(("cd", str(folder)))]
    return " && ".join([*there, *built, f"hookconform run adapter.toml {platform}"])


def planned(
    folder: Path, *, language: str, platforms: Sequence[str] = (), hook: bool = False, name: str | None = None
) -> Project:
    """Return what is asked for, all platforms that it can be for if none is named; the name is the folder's by default.

    Raises `HookconformError` (`init.language`, `init.platform`, `init.not-measured`, `init.name`).
    """
    if language not in LANGUAGES:
        named = language_named(language)
        raise _error(
            "language",
            f"There is no skeleton in {language!r}.",
            meant(language if named is None else named.name, LANGUAGES),
        )
    known = platform_ids()
    for platform in platforms:
        if platform not in known:
            raise _error("platform", f"The corpus has no platform {platform!r}.", meant(platform, known))
        if hook and platform not in measured_platforms():
            raise _error(
                "not-measured",
                f"No answer of a hook was measured on {platform}, so no hook program can be judged there.",
                f"Measured: {', '.join(measured_platforms())}. Without --hook there is an adapter for {platform}.",
            )
    chosen = tuple(dict.fromkeys(platforms)) or (measured_platforms() if hook else tuple(known))
    return Project(_checked_name(folder, name), LANGUAGES[language], chosen, hook)


def write_project(project: Project, folder: Path) -> list[Path]:
    """Write the files of a new project and return them.

    Raises `HookconformError` (`init.exists`, `file.unwritable`) with nothing written.
    """
    return write_new(folder, project_files(project))


def project_files(project: Project) -> dict[str, str]:
    """Return path → content of every file."""
    language, main = project.language, "hook" if project.hook else "adapter"
    words = _words(project, main)
    sources = {path: f"{language.name}/{path}" for path in (language.core, *language.files)}
    sources[words["main"]] = f"{language.name}/{language.source.replace('{main}', main)}"
    common = ("README.md", "adapter.toml", "test_conformance.py")
    sources |= {name: f"common/{name}" for name in common}
    sources[".github/workflows/hooks.yml"] = "common/hooks.yml"
    environment = Environment(
        loader=PackageLoader("hookconform.authoring", "projects"),
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 (source code, with names that were checked)
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        # No language here has these.
        block_start_string="@%",
        block_end_string="%@",
        variable_start_string="@{",
        variable_end_string="}@",
        comment_start_string="@#",
        comment_end_string="#@",
    )
    environment.filters |= {"quoted": _quoted, "rust": _in_rust}
    environment.filters["tojson"] = lambda value: json.dumps(value, ensure_ascii=False)
    files = {path: environment.get_template(f"{template}.j2").render(words) for path, template in sources.items()}
    files[TABLES] = json_text({platform: tables_of(platform, hook=project.hook) for platform in project.platforms})
    ignored = (".venv/", "__pycache__/", ".pytest_cache/", *words["ignored"])
    files[".gitignore"] = "".join(f"{line}\n" for line in ignored)
    if project.hook:
        files |= {f"policies/{name}.json": json_text({"deny": tools}) for name, tools in _policies().items()}
        files["policy.json"] = json_text({"deny": ["Bash"]})
        files["names.json"] = json_text(native_names())
    elif language.name == "python":
        files[SERVE_LOOP.name] = SERVE_LOOP.read_text(encoding="utf-8")
    return dict(sorted(files.items()))


def _quoted(text: str) -> str:
    """Return a text as a string of Python and TypeScript, without escapes where it is JSON."""
    return f"'{text}'" if '"' in text else json.dumps(text)


def _in_rust(text: str) -> str:
    """Return a text as a string of Rust, without escapes where it is JSON."""
    return f'r#"{text}"#' if '"' in text else json.dumps(text)


def _words(project: Project, main: str) -> dict[str, Any]:
    """Return what the templates are filled with."""
    language = project.language
    filled = language.builds(main)
    run = [part.replace("{main}", main) for part in language.run]
    further = () if project.hook and language.name == "python" else language.further
    words = {
        "name": project.name,
        "language": language.name,
        "platforms": list(project.platforms),
        "hook": project.hook,
        "program": main,
        "version": __version__,
        "repository": REPOSITORY,
        "released": RELEASED,
        "ref": f"v{__version__}" if RELEASED else "main",
        "needs": language.needs,
        "core": language.core,
        "main": language.main.replace("{main}", main),
        "further": further,
        "ignored": [line.replace("{main}", main) for line in language.ignored],
        "policies": list(_policies()),
        "setup": filled[0] if len(filled) == 1 else filled,
        "build": " && ".join(map(shlex.join, filled)),
        "event": event_before_a_tool(project.platforms[0]),
        "next_claims": ", ".join(NEXT_CLAIMS),
        "init": _asked(project),
        "last_words": last_words() if project.hook else {},
    }
    return words | _started(project, run)


def _started(project: Project, run: list[str]) -> dict[str, Any]:
    """Return how the program is started: by the suite, and in a platform's own configuration."""
    if not project.hook:
        return {"command": run, "registered": ""}
    # A hook runs in the user's project, so its own files are named by where they are.
    named = [
        "{python}" if part == "python3" else part if "." not in part else "{folder}/" + part.removeprefix("./")
        for part in run
    ]
    arguments = ["{platform}", "{event}", "{project}/policy.json"]
    shown = [part.replace("{python}", "python3").replace("{folder}", "FOLDER") for part in named]
    example = [project.platforms[0], event_before_a_tool(project.platforms[0]), "FOLDER/policy.json"]
    return {"command": [*named, *arguments], "registered": " ".join([*shown, *example])}


def _asked(project: Project) -> str:
    """Return the command that writes this project anew."""
    every = measured_platforms() if project.hook else tuple(platform_ids())
    named = () if project.platforms == every else project.platforms
    options = ["--language", project.language.name, *(word for name in named for word in ("--platform", name))]
    return " ".join(["hookconform init", project.name, *options, *(["--hook"] if project.hook else [])])


def tables_of(platform: str, *, hook: bool) -> dict[str, Any]:
    """Return what tables.json has of a platform; a hook program needs answers that deny, too."""
    return native_tables(platform) | ({"deny": deny_answers(platform)} if hook else {})


def _policies() -> dict[str, list[str]]:
    """Return the suite's policies that block whole tools → these tools; others are not in the skeleton's language."""
    found: dict[str, list[str]] = {}
    for policy in load_policies():
        plain = [rule for rule in policy.rules if rule.keys() <= {"name", "event", "tools", "action"}]
        if len(plain) == len(policy.rules):
            found[policy.name] = [tool for rule in plain for tool in rule["tools"]]
    return found


def _checked_name(folder: Path, name: str | None) -> str:
    given = folder.resolve().name if name is None else name
    found = re.sub(r"[\s_.]+", "-", given.casefold()).strip("-") if name is None else given
    if not _NAME.fullmatch(found) or len(found) > _LONGEST:
        raise _error(
            "name",
            f"{given[:_LONGEST]!r} cannot be the name of an adapter.",
            "Small letters and digits, words joined by hyphens, at most 40 characters: --name my-adapter.",
        )
    return found


def json_text(value: Any) -> str:
    """Return a value as the files of a project have it."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _error(code: str, what: str, hint: str) -> HookconformError:
    return HookconformError(f"init.{code}", what, where="command line", hint=hint)
