"""Carrying out a call for a framework that cancels coroutines: a cancelled call ends its command."""

from __future__ import annotations

import asyncio
from typing import Any

from tool_facades.base_tools.outcome import Result
from tool_facades.base_tools.stop import Stop
from tool_facades.wrappers.offered import Offered


async def carried_out(offered: Offered, name: str, arguments: dict[str, Any] | str) -> Result:
    """Carry out a call in a thread; if the coroutine is cancelled, end the call and pass that on."""
    stop = Stop()
    try:
        return await asyncio.to_thread(offered.run, name, arguments, stop)
    except asyncio.CancelledError:
        stop.set()
        raise
