"""What the lab commands share on the command line: PLATFORM[@VERSION] and --allow-network."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from hookconform.cli.platform_names import PLATFORM

if TYPE_CHECKING:
    from hookconform_lab.lab.driver import Driver

# Stands for the newest version that the registry has.
LATEST = "latest"

allow_network = click.option(
    "--allow-network",
    is_flag=True,
    help="Use your network if no network namespace can be created.",
)


def platform_argument(*, required: bool = True) -> Callable[[Any], Any]:
    """Return the argument PLATFORM[@VERSION], passed on as `target`."""
    return click.argument("target", type=PLATFORM, metavar="PLATFORM[@VERSION]", required=required)


def split_target(target: str) -> tuple[Driver, str]:
    """Return driver and exact version of PLATFORM[@VERSION].

    Without a version it is the newest that the corpus has a recording of, or the newest known if it has none.
    `latest` is the registry's newest. Raises `HookconformError` (`lab.platform`, `lab.npm`, `lab.pypi`,
    `lab.tool-missing`).
    """
    from hookconform.corpus.claims import load_platform
    from hookconform_lab.lab.drivers import load_driver
    from hookconform_lab.lab.install import newest_version

    platform, at, version = target.partition("@")
    driver = load_driver(platform)
    if not at:
        version = load_platform(driver.platform).newest_measured
    return driver, newest_version(driver) if version == LATEST else version
