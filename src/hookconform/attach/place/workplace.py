"""A place in use: the policy of a call is in it, it was set up, and the call's payload names its folders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hookconform.attach.calls import Call, RulePack
from hookconform.attach.claim_check import check_command
from hookconform.attach.failures import FAILURES, Failure, under
from hookconform.attach.hook_check import PLUGIN_HOSTS
from hookconform.attach.hook_command import hook_command, placeholders, shown, started, variables, write_rules
from hookconform.attach.hook_hosts import Host
from hookconform.attach.manifest import Manifest
from hookconform.attach.place.environment import environment
from hookconform.attach.place.folders import Place
from hookconform.attach.place.recorded import provide, rewritten
from hookconform.attach.setup_command import demand
from hookconform.ground.parts import part

# Seconds for one command of `setup`.
SETUP_SECONDS = 60.0


class Workplace:
    """One place and the host that runs programs in it, one at a time."""

    def __init__(self, manifest: Manifest, root: Path, host: Host) -> None:
        self._manifest = manifest
        self._hook = manifest.hook
        self._host = host
        self._place = Place(root)
        self._rules = self._place.project / self._hook.rules_path

    def request(self, call: Call) -> dict[str, Any]:
        """Lay the place for one call and return what a host is asked, but for the deadline.

        Raises `HookconformError` (`adapter.setup`, `adapter.program`, and what the platform's plugins need).
        """
        params = call.params
        platform, policy = params["platform"], self._policy(params.get("policy"))
        self._place.lay((platform, policy), lambda: self._prepare(call, policy))
        provide(self._place, params.get("folder"), params.get("files", {}))
        # The program that runs the hook, which may be another than the one it is registered for.
        caller = params.get("caller", platform)
        argv, added = self._command(platform, params["registered_event"] or "", policy)
        request = {
            "argv": argv,
            "folder": str(self._place.project),
            "environment": environment(self._place, caller, params["platform_version"], added),
            "payload": rewritten(params["payload"], self._place),
        }
        return self._failing(request, FAILURES[params["failure"]], policy) if "failure" in params else request

    def _failing(self, request: dict[str, Any], failure: Failure, policy: str) -> dict[str, Any]:
        """Damage the place, and return the request as the failure changes it."""
        if failure.policy is not None:
            for path in self._policy_files(policy):
                failure.policy(path)
        argv, changed = under(failure, request["argv"], request["environment"])
        payload = failure.payload(request["payload"]) if failure.payload else request["payload"]
        return {**request, "argv": argv, "environment": changed, "payload": payload, "terminate": failure.ends}

    def _policy_files(self, policy: str) -> list[Path]:
        """Return the files of the policy in the place."""
        if self._hook.rules_path:
            return [self._rules]
        return [path for file in self._hook.policies.get(policy, ()) for path in self._place.copies(file)]

    def shown(self, call: Call) -> str:
        """Return the command of a call as a report shows it."""
        platform = call.params["platform"]
        here = self._hook.on(platform)
        words = self._words(platform, self._policy(call.params.get("policy")))
        words |= {"{event}": call.params["registered_event"] or ""}
        return f"plugin {here.plugin}" if here.plugin is not None else shown(here.command, words)

    def hidden(self, text: str) -> str:
        """Return a text of the program's without the paths of this place."""
        return self._place.hidden(text)

    def _policy(self, asked: str | None) -> str:
        """Return the policy of a call; one that is about no policy gets the first that the program has."""
        return asked if asked is not None else next(iter(self._hook.policies), "")

    def _words(self, platform: str, policy: str) -> dict[str, str]:
        words = placeholders(self._manifest, platform, self._rules)
        return words | {"{policy}": policy} | self._place.words()

    def _command(self, platform: str, event: str, policy: str) -> tuple[list[str], dict[str, str]]:
        words = self._words(platform, policy)
        plugin = self._hook.on(platform).plugin
        if plugin is None:
            return hook_command(self._manifest, platform, event, self._rules, words)
        host = part(PLUGIN_HOSTS, platform)
        assert host is not None  # noqa: S101 (the manifest was checked)
        argv = host.command(self._manifest.folder / self._manifest.filled(plugin, words))
        return argv, variables(self._manifest, platform, words | {"{event}": event})

    def _placed(self, rules: RulePack) -> RulePack:
        """Return rules whose folders are those of the place, as the payload's are."""
        text = rewritten(rules.encoded, self._place)
        return rules if text == rules.encoded else RulePack(json.loads(text))

    def _prepare(self, call: Call, policy: str) -> None:
        """Put the policy into the empty place, and run the commands that set it up."""
        for file in self._hook.policies.get(policy, ()):
            self._place.copy(file)
        if call.rules is not None and self._hook.rules_path:
            write_rules(self._placed(call.rules), self._rules)
        platform = call.params["platform"]
        for command in self._hook.setup:
            words = self._words(platform, policy)
            added = variables(self._manifest, platform, words | {"{event}": ""})
            request = {
                "argv": started(self._manifest, command, words),
                "folder": str(self._place.project),
                "environment": environment(self._place, platform, call.params["platform_version"], added),
                "payload": "",
                "deadline": SETUP_SECONDS,
            }
            done = self._host.run(request) or {}
            demand(
                {key: self._place.hidden(value) if isinstance(value, str) else value for key, value in done.items()},
                where=f"{self._manifest.path}: {shown(command, words)}",
                hint="It runs in the project's folder.",
                seconds=SETUP_SECONDS,
            )
        command = self._hook.on(platform).command
        if self._hook.setup and command:
            check_command(self._manifest, "`command` below [hook]", command)
