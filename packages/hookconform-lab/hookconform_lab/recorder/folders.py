"""Where private things are kept: below the user's data folder, readable by nobody else.

`recorder/` holds the script the hooks call, `recordings/PLATFORM/` what it kept, one file a call, and `installed/`
what `record uninstall` needs to put a settings file back.
"""

from __future__ import annotations

from pathlib import Path

from hookconform.ground.errors import HookconformError, reason


def private_folder() -> Path:
    """Return the folder everything private is in; it need not exist."""
    import platformdirs  # noqa: PLC0415 (imported on use)

    return Path(platformdirs.user_data_dir("hookconform", appauthor=False))


def make_private(*parts: str) -> Path:
    """Return a folder below the private one, made with mode 0700 at every level that is ours.

    Raises `HookconformError` (`record.folder`) if it cannot be made.
    """
    folder = private_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        for part in parts:
            folder /= part
            folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise HookconformError(
            "record.folder",
            f"The private folder cannot be made: {reason(error)}.",
            where=str(folder),
            hint="Make the folder writable for yourself, or set XDG_DATA_HOME to a folder that is.",
        ) from error
    return folder


def error_log() -> Path:
    """Return the log of what went wrong inside hooks; it need not exist."""
    return private_folder() / "recorder" / "errors.log"
