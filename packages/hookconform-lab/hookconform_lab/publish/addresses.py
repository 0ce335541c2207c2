"""Where the project is published, for links from the site."""

from __future__ import annotations

from urllib.parse import urlencode

from hookconform.ground import home

REPOSITORY = f"https://github.com/{home.REPOSITORY}"
SITE = "https://{}.github.io/{}/".format(*home.REPOSITORY.split("/"))
# The documentation is published beside the data, from mkdocs.yml.
DOCUMENTATION = f"{SITE}docs/"
_FORM = "claim.yml"


def contradiction(platform: str, claim: str, version: str) -> str:
    """Return the address of the issue form for a claim that is wrong, filled in as far as it can be."""
    title = f"Claim: {claim}"
    filled = {"template": _FORM, "title": title, "platform": platform, "claim": claim, "version": version}
    return f"{REPOSITORY}/issues/new?{urlencode(filled)}"
