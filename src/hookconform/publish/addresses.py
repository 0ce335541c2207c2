"""Where the project is published, for links from the site."""

from __future__ import annotations

from urllib.parse import urlencode

from hookconform.ground import home

REPOSITORY = f"https://github.com/{home.REPOSITORY}"
DOCUMENTATION = f"{REPOSITORY}/tree/main/docs"
SITE = "https://{}.github.io/{}/".format(*home.REPOSITORY.split("/"))
_FORM = "claim.yml"


def contradiction(platform: str, claim: str, version: str) -> str:
    """Return the address of the issue form for a claim that is wrong, filled in as far as it can be."""
    title = f"Claim: {claim}"
    filled = {"template": _FORM, "title": title, "platform": platform, "claim": claim, "version": version}
    return f"{REPOSITORY}/issues/new?{urlencode(filled)}"
