"""OpenCode: a plugin in the workspace records its hooks, which are functions called in process."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from hookconform.ground.versions import at_least
from hookconform_lab.lab.driver import Hooks, Place
from hookconform_lab.lab.plugins.driver import MACHINE, PluginDriver, write_json
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.platforms.opencode.scenarios import scenarios_at

_PROVIDER = "@ai-sdk/openai-compatible@1.0.10"
# Releases that were recorded since then bring the provider along.
_HAS_PROVIDER_SINCE = "1.0.142"
# Another one, and the program empties its cache.
_CACHE_FORMAT = "9"
# Releases that would fetch the list of known models, and end their turn without it; and the format of their cache.
_FETCHES_MODELS, _FETCHES_NO_MORE, _THEIR_CACHE_FORMAT = "1.1.27", "1.1.53", "18"


class OpenCode(PluginDriver):
    """The program that others of its kind come from."""

    platform: ClassVar[str] = "opencode"
    # `opencode-ai` only starts this package, and pulls in those for other libraries and older processors too.
    package: ClassVar[str] = f"opencode-linux-{MACHINE}"
    env_prefixes: ClassVar[tuple[str, ...]] = ("OPENCODE",)
    command = "opencode"
    file = "opencode.json"
    folder = ".opencode"
    user_folder = "opencode"
    library = "@opencode-ai/plugin"
    variables = "OPENCODE"

    def extra_packages(self, version: str) -> tuple[str, ...]:
        """Return what the program would download: `rg`, and in old versions the model's provider."""
        return (*super().extra_packages(version), *(() if _has_provider(version) else (_PROVIDER,)))

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        """Write the configuration and one plugin, and in old versions the model's provider."""
        super().prepare(place, scenario, hooks)
        if not _has_provider(place.version):
            _claim_provider_installed(place)
        if at_least(place.version, _FETCHES_MODELS) and not at_least(place.version, _FETCHES_NO_MORE):
            _claim_models_fetched(place)

    def family_of(self, model: str) -> str:
        """Return `gpt` for the models that edit by patches, `claude` for all others."""
        return "gpt" if "gpt-" in model and "gpt-4" not in model and "oss" not in model else "claude"

    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs for that version."""
        return scenarios_at(version)


def _has_provider(version: str) -> bool:
    return at_least(version, _HAS_PROVIDER_SINCE)


def _claim_provider_installed(place: Place) -> None:
    """Put the model's provider where old versions would install it, in the cache format it knows."""
    cache = _cache(place, _CACHE_FORMAT)
    (cache / "node_modules").symlink_to(place.install / "node_modules")
    # It asks for the newest, by that word, and takes a provider that was asked for so.
    write_json(cache / "package.json", {"dependencies": {_PROVIDER.rpartition("@")[0]: "latest"}})


def _claim_models_fetched(place: Place) -> None:
    """Put an empty list of models where the program would keep the one that it fetched."""
    write_json(_cache(place, _THEIR_CACHE_FORMAT) / "models.json", {})


def _cache(place: Place, form: str) -> Path:
    """Return the program's cache folder, which it empties unless it knows the format."""
    cache = place.home / ".cache" / "opencode"
    cache.mkdir(parents=True, exist_ok=True)
    (cache / "version").write_text(form, encoding="utf-8")
    return cache


DRIVER = OpenCode()
