"""The languages a new project can be written in: its files, how it is built and how it is started."""

from __future__ import annotations

from dataclasses import dataclass

from hookconform.authoring import SERVE_LOOP


@dataclass(frozen=True, slots=True)
class Language:
    """One language. Files are template → path in the project; `{main}` in a command is `adapter` or `hook`.

    `setup` are the commands that build it, `needs` what they and the program want beside Python, as text, `core` the
    file that reads payloads, `main` the path of the program itself, `source` its template; `also` are other names that
    people type for it.
    """

    name: str
    core: str
    main: str
    source: str
    run: tuple[str, ...]
    files: tuple[str, ...] = ()
    setup: tuple[tuple[str, ...], ...] = ()
    needs: str = ""
    ignored: tuple[str, ...] = ()
    further: tuple[tuple[str, str], ...] = ()
    also: tuple[str, ...] = ()

    def builds(self, program: str) -> list[list[str]]:
        """Return the commands that build the program, `adapter` or `hook`, in their order."""
        return [[part.replace("{main}", program) for part in command] for command in self.setup]


_ALL = (
    Language(
        "python",
        core="canonical.py",
        main="{main}.py",
        source="{main}.py",
        run=("python3", "{main}.py"),
        also=("py", "python3"),
        further=((SERVE_LOOP.name, "the loop that answers requests; keep it as it is"),),
    ),
    Language(
        "typescript",
        core="canonical.ts",
        main="{main}.ts",
        source="{main}.ts",
        run=("node", "build/{main}.js"),
        also=("javascript", "js", "node", "nodejs", "ts"),
        files=("strict.ts", "package.json", "tsconfig.json"),
        setup=(("npm", "install", "--no-audit", "--no-fund", "--silent"), ("npm", "run", "--silent", "build")),
        needs=", and Node.js 20 or newer with npm",
        ignored=("node_modules/", "build/", "package-lock.json"),
        further=(("strict.ts", "reads JSON, and rejects duplicate keys"),),
    ),
    Language(
        "go",
        core="canonical.go",
        main="main.go",
        source="{main}.go",
        run=("./{main}",),
        also=("golang",),
        files=("strict.go", "go.mod"),
        setup=(("go", "build", "-o", "{main}", "."),),
        needs=", and Go 1.18 or newer",
        ignored=("/{main}",),
        further=(("strict.go", "reads JSON, and rejects duplicate keys"),),
    ),
    Language(
        "rust",
        core="src/canonical.rs",
        main="src/main.rs",
        source="src/{main}.rs",
        run=("./target/release/{main}",),
        also=("cargo", "rs"),
        files=("src/strict.rs", "Cargo.toml"),
        setup=(("cargo", "build", "--release", "--quiet"),),
        needs=", and Rust 1.74 or newer with cargo",
        ignored=("/target/", "Cargo.lock"),
        further=(("src/strict.rs", "reads JSON, and rejects duplicate keys"),),
    ),
    Language(
        "shell",
        core="canonical.jq",
        main="{main}.sh",
        source="{main}.sh",
        run=("sh", "{main}.sh"),
        also=("bash", "jq", "sh", "zsh"),
        files=("strict.jq",),
        needs=", and jq 1.6 or newer",
        further=(("strict.jq", "reads JSON, and rejects duplicate keys"),),
    ),
)
LANGUAGES = {language.name: language for language in _ALL}


def language_named(name: str) -> Language | None:
    """Return the language that somebody means who calls it so, in any case; None for a name of none."""
    folded = name.casefold()
    return next((one for one in _ALL if folded in (one.name, *one.also)), None)
