"""Measure a corpus of the size that years of history would have: 40 platforms, 2,400 versions, 300,000 cases.

The corpus is made up in a temporary folder: each platform is one real one under another name, whose recorded payloads
are at every version. It is stored as real history is: payloads once, and a manifest for each further version. Each
measure has a process of its own, so that its memory is its own.

    python -m benchmarks.scale                        # all of it
    python -m benchmarks.scale --platforms 4 --versions 10
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import yaml

from hookconform.corpus.case_files import CAPTURED, CaseFiles, write_lines
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.manifests import FOLDER as VERSIONS
from hookconform.corpus.manifests import Manifest, Recorded, write_manifests

# The platform that is repeated; the first keeps the name, so that an adapter claims it.
LIKE = "gemini-cli"
_FIRST = "1.0.0"
_SYSTEM_BYTES = 1024

# A child tells its own peak: of several children the system tells the largest only.
PEAK = """
import atexit as _atexit, resource as _resource, sys as _sys
_atexit.register(lambda: print("\\npeak", _resource.getrusage(_resource.RUSAGE_SELF).ru_maxrss, file=_sys.stderr))
"""
LOAD = "from hookconform.cases.loading import iter_cases; print(sum(1 for _ in iter_cases()))"
KEEP = "from hookconform.cases.loading import iter_cases; print(len(list(iter_cases())))"
RUN = "from hookconform.__main__ import main; main()"
SITE = """
import sys
from pathlib import Path
from hookconform.cases.loading import iter_cases
from hookconform_lab.publish.publication import Publication, gather_corpus
from hookconform_lab.publish.site.build import build
corpus = gather_corpus(list(iter_cases()))
build(Publication(corpus, ()), Path(sys.argv[1]) / "site")
print(len(list((Path(sys.argv[1]) / "site").rglob("*.html"))), "pages")
"""


def composed_corpus(folder: Path, platforms: int, versions: int, payloads: int) -> Path:
    """Write a corpus of so many platforms, versions of each and payloads of each version, and return its root."""
    root, target = corpus_root(), folder / "corpus"
    shutil.copytree(root, target, ignore=shutil.ignore_patterns("families", "platforms", "semantics"))
    own = CaseFiles(root / "platforms" / LIKE)
    lines: list[dict[str, Any]] = []
    for version in own.versions:
        for case in own.captured(version):
            if not case.repeats and len(lines) < payloads:
                name = f"{case.id.rpartition('/')[2]}-{len(lines)}"
                lines.append({"name": name, **case.content})
    if len(lines) < payloads:
        raise SystemExit(f"{LIKE} has {len(lines)} payloads of its own")
    for number in range(platforms):
        name = LIKE if number == 0 else f"scale-{number:02}"
        write_platform(root / "platforms" / LIKE, target / "platforms" / name, versions, lines)
    return target


def write_platform(real: Path, copy: Path, versions: int, lines: list[dict[str, Any]]) -> None:
    """Write one platform: its claims, one file of payloads, and a manifest a version."""
    shutil.copytree(real, copy, ignore=shutil.ignore_patterns(CAPTURED, VERSIONS, "cases", "contributed", "calls"))
    names = [f"1.{number}.0" for number in range(versions)]
    document: dict[str, Any] = yaml.safe_load((real / "platform.yaml").read_text(encoding="utf-8"))
    document |= {"platform": copy.name, "versions": [{"version": name, "basis": "measured"} for name in names]}
    (copy / "platform.yaml").write_text(yaml.safe_dump(document, sort_keys=False), encoding="utf-8")
    write_lines(copy, _FIRST, lines)
    recorded = {line["name"]: Recorded(line["origin"]["sha256"], _FIRST, line["name"]) for line in lines}
    envelopes: dict[str, set[tuple[str, ...]]] = {}
    for line in lines:
        envelopes.setdefault(line["registered_event"], set()).add(tuple(sorted(line["payload"] or {})))
    seen = {event: tuple(sorted(keys)) for event, keys in envelopes.items()}
    origin = lines[0]["origin"]
    write_manifests(copy, [Manifest(name, origin["driver"], origin["recorded"], recorded, seen) for name in names])


def size_of(folder: Path) -> tuple[int, int]:
    """Return how many bytes and files a folder has."""
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return sum(sizes), len(sizes)


def measured(name: str, code: str, root: Path, cache: Path, *arguments: str) -> dict[str, Any]:
    """Run Python code on a corpus in a process of its own; return seconds of CPU and wall time, and MB at most."""
    environment = {**os.environ, "HOOKCONFORM_CORPUS": str(root), "XDG_CACHE_HOME": str(cache)}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = [sys.executable, "-c", PEAK + code, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = [line.split()[1] for line in done.stderr.splitlines() if line.startswith("peak ")]
    if not told:
        raise SystemExit(f"{name}: {done.stderr[-2000:]}")
    return {
        "what": name,
        "exit": done.returncode,
        "cpu_s": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 1),
        "wall_s": round(time.monotonic() - start, 1),
        "peak_mb": int(told[-1]) // _SYSTEM_BYTES,
        "said": (done.stdout.strip().splitlines() or [""])[-1][-100:],
    }


def say(line: dict[str, Any]) -> None:
    """Print one measure as soon as it is there."""
    sys.stdout.write(f"{json.dumps(line)}\n")
    sys.stdout.flush()


def main() -> None:
    """Make up the corpus, measure, and print a line of JSON for each measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--platforms", type=int, default=40)
    parser.add_argument("--versions", type=int, default=60, help="of each platform")
    parser.add_argument("--payloads", type=int, default=125, help="of each version")
    parser.add_argument("--only", nargs="*", default=["load", "keep", "run", "shard", "site"])
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = composed_corpus(folder, chosen.platforms, chosen.versions, chosen.payloads)
        size, files = size_of(root / "platforms")
        cases = chosen.platforms * chosen.versions * chosen.payloads
        say({"what": "corpus", "cases": cases, "bytes": size, "files": files})
        run = ("run", "reference", LIKE, "--no-baseline", "--format", "ndjson")
        measures = {
            "load": [("load, nothing cached", LOAD, ()), ("load, index cached", LOAD, ())],
            "keep": [("load and keep all cases", KEEP, ())],
            "run": [("run of one platform", RUN, run)],
            "shard": [("run of a tenth of one platform", RUN, (*run, "--shard", "1/10"))],
            "site": [("site", SITE, (str(folder),))],
        }
        for key in chosen.only:
            for what, code, arguments in measures[key]:
                say(measured(what, code, root, folder / "cache", *arguments))


if __name__ == "__main__":
    main()
