"""What is wrong with `[hook]` of a manifest, found when it is read and not one call after the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from hookconform.attach.claim_check import check_command, check_placeholders, check_program
from hookconform.attach.hook_spec import HookSpec, PolicyFile
from hookconform.corpus.claims import platform_ids
from hookconform.corpus.policies import load_policies
from hookconform.effects.subjects import SUBJECTS
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant
from hookconform.ground.parts import has_part, platforms_with

if TYPE_CHECKING:
    from hookconform.attach.manifest import Manifest

# The place of what calls plugins (`ground.parts`).
PLUGIN_HOSTS = "hookconform.attach.plugin_hosts.{platform}"
# What each text may have filled in; `{event}` is known at a call only.
ANYWHERE = ("folder", "home", "platform", "policy", "program", "project", "python")
_OF_A_CALL = (*ANYWHERE, "event")
_RULES = "rules"


def check_hook(manifest: Manifest) -> None:
    """Raise `HookconformError` for what cannot work.

    Codes: `adapter.hook`, `adapter.policy`, `adapter.trigger`, `adapter.plugin`, `adapter.platform`, and as
    `check_placeholders` and `check_command`.
    """
    hook = manifest.hook
    if manifest.kind != "hook":
        return
    _check_commands(manifest, hook)
    _check_texts(manifest, hook)
    _check_policies(manifest, hook)
    _check_triggers(manifest, hook)


def _check_commands(manifest: Manifest, hook: HookSpec) -> None:
    for platform in sorted(hook.platforms.keys() - set(platform_ids())):
        raise _error(
            manifest, "platform", f"The corpus has no platform {platform!r}, which [hook.platforms] names.",
            meant(platform, platform_ids()),
        )  # fmt: skip
    for platform in sorted(manifest.platforms):
        here = hook.on(platform)
        if here.plugin is not None:
            _check_plugin(manifest, platform, here.plugin)
        elif not here.command:
            raise _error(
                manifest, "hook", f"There is no command for {platform}.",
                f"Add `command` below [hook] or [hook.platforms.{platform}].",
            )  # fmt: skip
        elif hook.setup:
            check_program(manifest, "`command` below [hook]", here.command[0])
        else:
            check_command(manifest, "`command` below [hook]", here.command)


def _check_plugin(manifest: Manifest, platform: str, plugin: str) -> None:
    if not has_part(PLUGIN_HOSTS, platform):
        raise _error(
            manifest, "plugin", f"Plugins of {platform} cannot be called here.",
            f"Name a `command`; plugins can be called of {', '.join(platforms_with(PLUGIN_HOSTS))}.",
        )  # fmt: skip
    if "{" not in plugin and not (manifest.folder / plugin).is_file():
        raise _error(
            manifest, "plugin", f"There is no plugin {plugin!r}.",
            f"It is looked for at {manifest.folder / plugin}.",
        )  # fmt: skip


def _check_texts(manifest: Manifest, hook: HookSpec) -> None:
    rules = (_RULES,) if hook.reads_packs else ()
    for here in (hook.on(""), *hook.platforms.values()):
        texts = (*here.command, *here.env.values(), *([here.plugin] if here.plugin else []))
        check_placeholders(manifest, "[hook]", texts, (*_OF_A_CALL, *rules))
    for command in hook.setup:
        check_placeholders(manifest, "`setup` of [hook]", command, (*ANYWHERE, *rules))
        check_command(manifest, "`setup` below [hook]", command)
    if hook.reads_packs == (not hook.rules_path):
        raise _error(
            manifest, "hook", '`rules = "pack"` and `rules_path` belong together, and only one of them is here.',
            "Name the file that the program reads its rules from, below its working folder; or leave both out.",
        )  # fmt: skip
    if hook.rules_path and not _stays_below(hook.rules_path):
        raise _error(
            manifest, "hook", f"`rules_path` {hook.rules_path!r} leads out of the project.",
            "Name a file below the project's folder.",
        )  # fmt: skip
    if not (hook.reads_packs or hook.policies or hook.triggers):
        raise _error(
            manifest, "hook", "Nothing says what the program should block, so no decision can be judged.",
            'Add [hook.policies], `rules = "pack"`, or [hook.triggers] for a program with rules of its own.',
        )  # fmt: skip


def _check_policies(manifest: Manifest, hook: HookSpec) -> None:
    known = [policy.name for policy in load_policies()]
    for name, files in hook.policies.items():
        if name not in known:
            raise _error(
                manifest, "policy", f"There is no policy {name!r}, which [hook.policies] names.", meant(name, known)
            )
        for file in files:
            for problem in _problems(file):
                raise _error(
                    manifest, "policy", f"The policy {name!r} cannot be copied: {problem}.",
                    "Paths start at the manifest's folder; `to` begins with {project} or {home}.",
                )  # fmt: skip


def _problems(file: PolicyFile) -> Iterator[str]:
    if not file.source.exists():
        yield f"there is no file or folder {file.source}"
    place, _, rest = file.to.partition("/")
    if place not in {"{project}", "{home}"} or not _stays_below(rest):
        yield f"`to` is {file.to!r}, which is not below {{project}} or {{home}}"
    elif not rest and file.source.is_file():
        yield f"`to` is {file.to!r}, a folder, and {file.source.name} is a file"


def _stays_below(path: str) -> bool:
    return ".." not in PurePosixPath(path).parts and not Path(path).is_absolute() and "{" not in path


def _check_triggers(manifest: Manifest, hook: HookSpec) -> None:
    for tool, trigger in hook.triggers.items():
        if tool not in SUBJECTS:
            raise _error(
                manifest, "trigger", f"[hook.triggers] names {tool!r}, which is no core tool.", meant(tool, SUBJECTS)
            )
        if trigger.block == trigger.allow:
            raise _error(
                manifest, "trigger", f"The texts of {tool} to block and to allow are the same.",
                "Give two, one that the program's own rules block and one that they do not.",
            )  # fmt: skip


def _error(manifest: Manifest, code: str, what: str, hint: str) -> HookconformError:
    return HookconformError(f"adapter.{code}", what, where=str(manifest.path), hint=hint)
