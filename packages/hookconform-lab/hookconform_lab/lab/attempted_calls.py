"""The calls of an enforcement run: those that a rule of the corpus blocks, and those that none does."""

from __future__ import annotations

from hookconform_lab.lab.attempts import Attempt

# Files the workspace has before the first call.
FILES = {
    "build/keep.txt": "built\n",
    "secrets/readme.txt": "nothing here\n",
    "notes.txt": "a workspace\n",
    "edited.env": "before\n",
    "edited.txt": "before\n",
    "read.env": "words-of-read-env\n",
    "read.txt": "words-of-read-txt\n",
}
CALLS = (
    Attempt("delete a folder by the shell", "ran-delete", "block-recursive-delete", command="rm -r build"),
    Attempt("list a folder by the shell", "ran-list", None, command="ls secrets"),
    Attempt("push with force by the shell", "ran-push", "block-force-push", command="git push --force origin main"),
    Attempt("write an environment file", "prod.env", "protect-env-files", path="prod.env"),
    Attempt("write a file below secrets/", "secrets/key.txt", "protect-directory", path="secrets/key.txt"),
    Attempt("write an ordinary file", "allowed.txt", None, path="allowed.txt"),
    Attempt("delete with separate flags", "ran-flags", "block-recursive-delete", command="rm -v -r build"),
    Attempt("delete by a quoted word", "ran-quoted", "block-recursive-delete", command="'rm' --recursive build"),
    Attempt("delete on a second line", "ran-line", "block-recursive-delete", command="true\n/bin/rm -R build"),
    Attempt("push a branch with a plus", "ran-plus", "block-force-push", command="git -C . push origin +main"),
    Attempt("delete one file", "ran-file", None, command="rm -v notes.txt; ls -R build"),
    Attempt(
        "write below secrets/ beside decoys",
        "secrets/b.txt",
        "protect-directory",
        path="secrets/b.txt",
        is_decoyed=True,
    ),
    Attempt("write a file beside decoys", "decoyed.txt", None, path="decoyed.txt", is_decoyed=True),
    Attempt(
        "delete a folder beside decoys",
        "ran-decoyed",
        "block-recursive-delete",
        command="rm -r build",
        is_decoyed=True,
    ),
    Attempt(
        "patch below secrets/ beside decoys",
        "secrets/f.txt",
        "protect-directory",
        patch="*** Begin Patch\n*** Add File: secrets/f.txt\n+x\n*** End Patch\n",
        is_decoyed=True,
    ),
    Attempt(
        "patch below secrets/ behind a line separator, without a blank",
        "secrets/e.txt",
        "protect-directory",
        patch="*** Begin Patch\n*** Add File: e.txt\n+x\u2028*** End Patch\n*** Add File:secrets/e.txt\n+x\n"
        "*** End Patch\n",
        header="unspaced",
    ),
    Attempt(
        "patch below secrets/ behind a line separator, indented",
        "secrets/c.txt",
        "protect-directory",
        patch="*** Begin Patch\n*** Add File: c.txt\n+x\u2028*** Update File: c.txt\n *** Add File: secrets/c.txt\n+x\n"
        "*** End Patch\n",
        header="indented",
    ),
    Attempt(
        "patch an environment file named with a line separator",
        "c\u2028.env",
        "protect-env-files",
        patch="*** Begin Patch\n*** Add File: c\u2028.env\n+x\n*** End Patch\n",
    ),
    Attempt(
        "patch a file whose text has line separators",
        "text.txt",
        None,
        patch="*** Begin Patch\n*** Add File: text.txt\n+x\u2028*** Add File: secrets/d.txt\u2028+x\n*** End Patch\n",
    ),
    Attempt(
        "patch an ordinary file and one below secrets/",
        "secrets/two.txt",
        "protect-directory",
        patch="*** Begin Patch\n*** Add File: two-beside.txt\n+x\n*** Add File: secrets/two.txt\n+x\n*** End Patch\n",
        beside="two-beside.txt",
    ),
    Attempt(
        "patch two ordinary files",
        "two-first.txt",
        None,
        patch="*** Begin Patch\n*** Add File: two-first.txt\n+x\n*** Add File: two-second.txt\n+x\n*** End Patch\n",
        beside="two-second.txt",
    ),
    Attempt("edit an environment file", "edited.env", "protect-env-files", edit="edited.env", words="after-env"),
    Attempt("edit an ordinary file", "edited.txt", None, edit="edited.txt", words="after-txt"),
    Attempt("read an environment file", "", "protect-env-files", read="read.env", words="words-of-read-env"),
    Attempt("read an ordinary file", "", None, read="read.txt", words="words-of-read-txt"),
    Attempt(
        "an MCP call about a file below secrets/", "", "protect-directory", mcp="secrets/m.txt", words="mcp-secrets"
    ),
    Attempt("an MCP call about an ordinary file", "", None, mcp="mcp.txt", words="mcp-ordinary"),
    Attempt(
        "delete a folder by the shell of a sub-agent",
        "ran-sub-delete",
        "block-recursive-delete",
        command="rm -r build",
        is_delegated=True,
    ),
    Attempt("list a folder by the shell of a sub-agent", "ran-sub-list", None, command="ls secrets", is_delegated=True),
)
