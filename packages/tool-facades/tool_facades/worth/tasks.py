"""Small tasks for a model with file tools, each with the files it starts from and the files it must end with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Task:
    """A task: what the model is asked, files before and after, by path. A file that is to go is no longer there.

    `says` is a text that the model's last words must contain; empty if its words do not matter.
    """

    name: str
    prompt: str
    before: Mapping[str, str]
    after: Mapping[str, str]
    says: str = ""

    def prepare(self, folder: Path) -> None:
        """Write the files that the task starts from into an empty folder."""
        for name, text in self.before.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def is_done(self, folder: Path, words: str) -> bool:
        """Tell whether a folder holds exactly the files that must be there, and the words the text they must."""
        found = {
            path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8", errors="replace")
            for path in folder.rglob("*")
            if path.is_file()
        }
        return found == dict(self.after) and self.says in words


_CODE = "def area(width, height):\n    return width + height\n\n\ndef half(number):\n    return number / 2\n"
_NOTES = {"notes/1.txt": "note 1\ncolour: red\n", "notes/2.txt": "note 2\ncolour: blue\n"}

TASKS = (
    Task(
        "edit",
        "The function area in shapes.py adds where it should multiply. Correct it and change nothing else.",
        {"shapes.py": _CODE},
        {"shapes.py": _CODE.replace("width + height", "width * height")},
    ),
    Task(
        "create",
        "Create the file docs/hello.txt with exactly one line: hello world",
        {},
        {"docs/hello.txt": "hello world\n"},
    ),
    Task(
        "find",
        "One file below notes has the colour blue. Answer with its path and change nothing.",
        _NOTES,
        _NOTES,
        says="notes/2.txt",
    ),
    Task(
        "rename",
        "Rename the function half to divide in shapes.py and in use.py, wherever it stands.",
        {"shapes.py": _CODE, "use.py": "from shapes import half\n\nprint(half(4))\n"},
        {
            "shapes.py": _CODE.replace("half", "divide"),
            "use.py": "from shapes import divide\n\nprint(divide(4))\n",
        },
    ),
)
