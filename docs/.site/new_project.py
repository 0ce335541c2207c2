"""The page that shows what `hookconform init` writes, made by the code that writes it."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from hookconform.authoring.languages import LANGUAGES
from hookconform.authoring.new_project import planned, project_files

_PLATFORM = "gemini-cli"
_LEXER = {
    ".py": "python",
    ".ts": "typescript",
    ".go": "go",
    ".rs": "rust",
    ".sh": "sh",
    ".toml": "toml",
    ".yml": "yaml",
}


def new_project_page() -> str:
    """Return the page: for each language the files of an adapter, then those that a hook program has instead."""
    lines = [
        "# What `hookconform init` writes",
        "",
        f"Projects for {_PLATFORM}, in every language. Each passes everything that its manifest claims.",
    ]
    lines += ["A file that is the same in several projects stands here once."]
    seen: set[tuple[str, str]] = set()
    for language in LANGUAGES:
        lines += ["", f"## {language}", "", "```console"]
        lines += [f"$ hookconform init my-adapter --language {language} --platform {_PLATFORM}", "```", ""]
        lines += _shown(_files(language, hook=False), seen)
        lines += ["", f"With `--hook`, a hook program in {language}:", ""]
        lines += _shown(_files(language, hook=True), seen)
    return "\n".join(lines) + "\n"


def _files(language: str, *, hook: bool) -> dict[str, str]:
    return project_files(
        planned(Path("my-adapter"), language=language, platforms=[_PLATFORM], hook=hook, name="my-adapter")
    )


def _shown(files: dict[str, str], seen: set[tuple[str, str]]) -> list[str]:
    lines: list[str] = []
    for name, text in sorted(files.items()):
        if (name, text) in seen:
            continue
        seen.add((name, text))
        lexer = _LEXER.get(PurePosixPath(name).suffix, "json" if name.endswith(".json") else "text")
        lines += [f'??? note "{name}"', "", f"    ````{lexer}"]
        lines += [f"    {line}".rstrip() for line in text.splitlines()]
        lines += ["    ````", ""]
    return lines
