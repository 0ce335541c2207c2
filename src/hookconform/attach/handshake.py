"""The `initialize` call: an adapter must be what its manifest says."""

from __future__ import annotations

from collections.abc import Sequence

from hookconform.attach.calls import Response, Result
from hookconform.attach.claims import REFERENCE_ENGINE
from hookconform.attach.manifest import Manifest
from hookconform.corpus import schemas
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError
from hookconform.ground.printable import shortened

# Characters: standard error's first and last lines with room for a sentence.
_LONGEST = 9000


def check_identity(manifest: Manifest, response: Response, said: Sequence[str] = ()) -> Manifest:
    """Return the manifest with the platforms that are claimed: those the program names where it says `all`.

    Protocol, name, version and tier must be the same. The program may offer more platforms and capabilities than the
    manifest claims, never fewer; of what it leaves out the manifest's word counts. Raises
    `HookconformError` (`adapter.start`, `adapter.identity`) otherwise; `said` are lines the program wrote before that.
    """
    where = str(manifest.path)
    if not isinstance(response, Result):
        raise HookconformError(
            "adapter.start",
            shortened(f"The adapter did not answer `initialize`: {response.words}", _LONGEST),
            where=where,
            shown=said,
            hint="Run the command of the manifest by hand in its folder.",
            exit_code=EXIT_INCOMPLETE,
        )
    wrong = disagreements(manifest, response)
    if wrong:
        raise HookconformError(
            "adapter.identity",
            shortened(f"The adapter is not what its manifest says: {'; '.join(wrong)}.", _LONGEST),
            where=where,
            hint="Make the manifest and the answer to `initialize` agree.",
        )
    return manifest.claiming(response.value["platforms"]) if manifest.claims_all else manifest


def disagreements(manifest: Manifest, response: Response) -> list[str]:
    """Return in words what is wrong with a response to `initialize`; empty if it fits the manifest."""
    if not isinstance(response, Result):
        return [response.words]
    value = response.value
    spoken = value.get("protocol") if isinstance(value, dict) else manifest.protocol
    if spoken != manifest.protocol:
        return [f"protocol is {manifest.protocol} in the manifest, but {spoken!r} in the answer"]
    invalid = schemas.problems({"initialize": value}, "protocol")
    if invalid:
        return [f"the answer to initialize does not follow the protocol ({invalid[0]})"]
    wrong: list[str] = []
    stated = {"name": manifest.name, "version": manifest.version, "tier": manifest.tier}
    for key, claimed in stated.items():
        # What the program leaves out is stated in the manifest alone.
        if key in value and value[key] != claimed:
            wrong.append(f"{key} is {claimed!r} in the manifest, but {value.get(key)!r} in the answer")
    if manifest.claims_all and not value.get("platforms"):
        wrong.append("platforms is 'all' in the manifest, but the answer names none")
    claims = {
        "platforms": () if manifest.claims_all else manifest.platforms,
        "capabilities": manifest.stated["capabilities"],
    }
    for key, claimed in claims.items():
        missing = sorted(set(claimed) - set(value.get(key, claimed)))
        # Rules that the suite matches need no method of the adapter's own.
        if key == "capabilities" and manifest.claims.rule_engine == REFERENCE_ENGINE:
            missing = [name for name in missing if name != "rules"]
        if missing:
            wrong.append(f"the program does not offer the {key} {', '.join(missing)}")
    return wrong
