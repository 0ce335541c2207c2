"""`hookconform corpus lint`: one rule a module, each with fixtures named after it in tests/lint.

`violations` are what a rule finds, `allowed` is what it must let pass.

A rule is a function from the corpus to findings. `RULES` is the table of contents, in the order they run.
"""

from __future__ import annotations

import importlib
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from hookconform.ground.errors import HookconformError
from hookconform_lab.lint.reading import Corpus, Finding

RULES = {
    "case-schema": "Every case follows the case schema.",
    "platform-schema": "Every platform.yaml follows its schema, and its sources and versions exist.",
    "platform-rooms": "Every room of a platform is there, or the platform says why not.",
    "case-location": "A case lies where its origin says, has a plain file name and points at its schema.",
    "payload-hash": "The payload of a captured case is byte for byte what was recorded.",
    "registered-event": "A captured case was registered under a key that the program reads.",
    "claim-and-case": "A case expects what the platform's claims say.",
    "judged-fields": "Every captured case judges every field of the canonical event.",
    "claim-covered": "Every claim has a case or a reason, and every name in a case has a claim.",
    "rename-covered": "Every rename of an argument has a case.",
    "argument-roles": "Every text that a declared tool takes has a role, and rules see paths, addresses and commands.",
    "arguments-recorded": "Every argument that the newest version declares is recorded, or not_covered says why not.",
    "release-dates": "Every recorded version has a release date, and no date contradicts another.",
    "timed-keys": "A key that comes and goes by the moment was recorded both there and not.",
    "names": "Every name that the program can register has a claim, or not_covered says what turns it on.",
    "not-covered": "What is said to be missing is missing.",
    "tool-exists": "A captured tool is declared by the program, answered by it, or marked as a probe.",
    "probe-arguments": "A call with arguments that the program does not declare is marked as a probe.",
    "canonical-names": "Canonical names are in the vocabulary.",
    "tool-kinds": "Every tool has a kind, a canonical one the same on every platform.",
    "duplicate-shape": "No two captured cases of a version show the same.",
    "envelopes": "Manifests list the envelopes of filed payloads, and no key that no payload of the event has.",
    "declared-evidence": "Evidence that a tool is declared, or is not, is what the file of that version says.",
    "declared": "Declared tools follow their schema, lie under their platform and version, and can be offered.",
    "model-calls": "Calls of models follow their schema, show each shape once, and fit what was declared.",
    "facades": "What tools mean is said of recorded calls, in canonical names.",
    "interfaces": "Documented calls to a vendor's interface tools state their meaning in canonical names.",
    "semantics": "Every step of the shared script is there once, and told of wherever a program was driven.",
    "paths-read-as": "Programs open the paths that the claims say, and every step of a claim was measured.",
    "responses": "Measured answers follow their schema and lie where their version and forms say.",
    "escapes": "A cell has its three runs and a live control, and one that shows a way past a deny a public source.",
    "stored-changes": "A version's file says what changed since the version before, and nothing else.",
    "effect-versions": "Every version at which a model of answers changes has measured rows on both sides.",
    "common-answers": "Every answer that platforms are compared by was measured where hooks are commands.",
    "rule-coverage": "Every rule is hit and missed by captured cases.",
    "families": "Composed cases are what their tables compose, and mean what their rows say.",
    "requirements": "Every rule of the documents has a case on every platform and event where it applies, or a reason.",
    "own-rules": "Rules of a case's own have names of their own.",
    "policies": "Every policy stops a recorded call wherever its tool was recorded, and lets others run.",
    "accepted-gaps": "Accepted gaps of the shipped packs can be read, and belong to a rule that there is.",
    "no-host-data": "No host name, user, real path, address or secret.",
    "no-vendor-prose": "No long text that the vendor wrote.",
    "whole-arguments": "A recorder left nothing out of the arguments of a call.",
    "title-style": "A title is a plain phrase.",
    "released-ids": "No id of the last release vanished, was reused or changed its payload.",
}


def lint(
    corpus: Corpus, only: Iterable[str] = (), starting: Callable[[str], None] = lambda _: None
) -> Iterator[Finding]:
    """Yield every finding, rule by rule; `only` names the rules to run, all if empty; `starting` is told each.

    A rule that crashes is a finding itself, with the place in the code, and the others still run.
    """
    for name in list(only) or list(RULES):
        starting(name)
        module = importlib.import_module(f"hookconform_lab.lint.{name.replace('-', '_')}")
        rule: Callable[[Corpus], Iterator[tuple[str, str]]] = module.check
        try:
            for where, message in rule(corpus):
                yield Finding(name, where, message)
        except HookconformError as error:
            yield Finding(name, error.where or str(corpus.root), error.what, error.code)
        except Exception as error:  # noqa: BLE001 (one broken rule must not hide what the others find)
            # Not the exception's text: it may hold what a payload holds.
            yield Finding(name, _place(error), f"the rule crashed: {type(error).__name__}", "lint.crashed")


def _place(error: BaseException) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(frame.filename).name}:{frame.lineno}, in {frame.name}"
