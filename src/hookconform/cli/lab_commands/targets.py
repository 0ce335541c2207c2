"""What the lab commands share on the command line: PLATFORM[@VERSION] and --allow-network."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from hookconform.lab.driver import Driver

allow_network = click.option(
    "--allow-network",
    is_flag=True,
    help="Run with your network where no network namespace can be made.",
)


def platform_argument(*, required: bool = True) -> Callable[[Any], Any]:
    """Return the argument PLATFORM[@VERSION], passed on as `target`."""
    return click.argument("target", metavar="PLATFORM[@VERSION]", required=required)


def split_target(target: str) -> tuple[Driver, str]:
    """Return driver and exact version of PLATFORM[@VERSION]; without a version the newest of its registry.

    Raises `HookconformError` (`lab.platform`, `lab.npm`, `lab.pypi`, `lab.tool-missing`).
    """
    from hookconform.lab.drivers import load_driver  # noqa: PLC0415 (imported on use)
    from hookconform.lab.install import newest_version  # noqa: PLC0415

    platform, at, version = target.partition("@")
    driver = load_driver(platform)
    return driver, version if at else newest_version(driver)
