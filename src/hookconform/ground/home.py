"""Where the project is published: one place, for what is written into other people's files."""

from __future__ import annotations

# Owner and name on GitHub.
REPOSITORY = "hookconform/hookconform"
# Whether this version can be installed from the package index; until then people are told to use a checkout.
RELEASED = False
