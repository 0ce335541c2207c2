"""Which files an `apply_patch` text touches."""

from __future__ import annotations

HEADERS = ("*** Add File:", "*** Update File:", "*** Delete File:", "*** Move to:")
UPDATE = HEADERS[1]


def touched_files(patch: str) -> list[str]:
    """Return every path named by a file header, in order, once each.

    Patch readers accept indented headers, except between the lines of an updated file, where a leading
    space marks a line of content.
    """
    paths: dict[str, None] = {}
    updating = False
    for line in patch.splitlines():
        if updating and line.startswith(" "):
            continue
        text = line.strip()
        for header in HEADERS:
            if text.startswith(header):
                updating = header == UPDATE or (updating and header == HEADERS[3])
                if path := text[len(header) :].strip():
                    paths[path] = None
                break
    return list(paths)
