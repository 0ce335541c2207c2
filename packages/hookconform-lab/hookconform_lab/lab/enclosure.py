"""A file system of the run's own, and no privileges: what a program in the sandbox can see and do.

Everything is hidden but the system's programs and libraries, read-only, and the folders that are shown on purpose. A
program may write into its own run's folder and into empty folders that vanish with it. This needs a mount namespace
and the right to mount in it; the caller has made both (`sandbox.py`).
"""

from __future__ import annotations

import ctypes
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

# The system's own: programs, libraries, and of /etc what programs need to start. None of it is anybody's.
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
_SETTINGS = (
    "alternatives", "ca-certificates", "crypto-policies", "fonts", "ld.so.cache", "ld.so.conf", "ld.so.conf.d",
    "localtime", "mime.types", "nsswitch.conf", "os-release", "pki", "protocols", "services", "ssl/certs",
    "ssl/openssl.cnf", "terminfo",
)  # fmt: skip
_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
_WRITTEN = {
    "passwd": "root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n",
    "group": "root:x:0:\nnogroup:x:65534:\n",
    "hosts": "127.0.0.1 localhost dev\n::1 localhost\n",
    "hostname": "dev\n",
}
# linux/mount.h
_RDONLY, _NOSUID, _NODEV, _REMOUNT, _BIND, _MOVE, _REC = 1, 2, 4, 32, 4096, 8192, 16384
# statvfs flag → mount flag: an ordinary user may not take away what the system's mounts have.
_KEPT = {os.ST_NOSUID: _NOSUID, os.ST_NODEV: _NODEV, os.ST_NOEXEC: 8, os.ST_NOATIME: 1024, os.ST_NODIRATIME: 2048,
         os.ST_RELATIME: 1 << 21}  # fmt: skip
# linux/prctl.h and linux/capability.h
_PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS, _PR_CAP_AMBIENT, _CLEAR_ALL = 24, 38, 47, 4
_CAPABILITY_VERSION_3 = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)


def enclose(writable: Path, shown: Iterable[Path]) -> None:
    """Put this process into a file system that has the system, `shown` read-only at their places, and `writable`.

    `writable` is the one real folder that can be written to. Links on the way to any of them are there as well. Raises
    `OSError` where that is not permitted.
    """
    folder = writable.resolve()
    places = [place.absolute() for place in shown if place.exists()]
    links = {link: link.readlink() for place in (*places, writable.absolute()) for link in _links_on_the_way(place)}
    root = Path(tempfile.mkdtemp(prefix="root-", dir=folder))
    _mount("tmpfs", root, "tmpfs", _NOSUID | _NODEV, "mode=755")
    for name in _SYSTEM:
        _show_system(root, Path(name))
    for name in ("tmp", "run", "home", "root", "var/tmp", "var/lib", "etc", "proc", "dev"):
        (root / name).mkdir(parents=True)
    for name in ("tmp", "var/tmp"):
        (root / name).chmod(0o1777)
    for name in _SETTINGS:
        if (Path("/etc") / name).exists():
            _bind(root, Path("/etc") / name)
    for name, text in _WRITTEN.items():
        (root / "etc" / name).write_text(text, encoding="utf-8")
    _make_devices(root / "dev")
    _mount_processes(root / "proc")
    for place in _outermost(place.resolve() for place in places):
        _bind(root, place)
    # Not with what is mounted in it: that is the new root.
    _bind(root, folder, flags=0, how=_BIND)
    for link, target in links.items():
        _show_link(root, link, target)
    os.chdir(root)
    _mount(str(root), Path("/"), "", _MOVE)
    os.chroot(".")
    os.chdir("/")


def drop_privileges() -> None:
    """Give up every capability for good, for this process and whatever it starts; raises `OSError`."""
    last = int(Path("/proc/sys/kernel/cap_last_cap").read_text(encoding="utf-8"))
    for number in range(last + 1):
        _check(_libc.prctl(_PR_CAPBSET_DROP, number, 0, 0, 0))
    _check(_libc.prctl(_PR_CAP_AMBIENT, _CLEAR_ALL, 0, 0, 0))
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    _check(_libc.capset(header, (ctypes.c_uint32 * 6)()))
    _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))


def _show_system(root: Path, place: Path) -> None:
    if place.is_symlink():
        (root / place.relative_to("/")).symlink_to(place.readlink())
    elif place.is_dir():
        _bind(root, place)


def _links_on_the_way(place: Path) -> list[Path]:
    """Return every link met in following an existing absolute `place` to its end; what leads to each is no link."""
    found: list[Path] = []
    here, left = Path("/"), list(reversed(place.parts[1:]))
    while left:
        part = left.pop()
        here = here.parent if part == ".." else here / part
        if here.is_symlink():
            found.append(here)
            target = here.readlink()
            left += reversed(target.parts[1:] if target.is_absolute() else target.parts)
            here = Path("/") if target.is_absolute() else here.parent
    return found


def _show_link(root: Path, link: Path, target: Path) -> None:
    """Make a link at its own place below `root`, unless it lies in what is shown."""
    shown = root / link.relative_to("/")
    if not os.path.lexists(shown):
        shown.parent.mkdir(parents=True, exist_ok=True)
        shown.symlink_to(target)


def _outermost(places: Iterable[Path]) -> list[Path]:
    """Return those of the places that lie in no other one and are not the system's."""
    found: list[Path] = []
    for place in sorted(set(places)):
        if not any(place.is_relative_to(there) for there in (*_SYSTEM, *found)):
            found.append(place)
    return found


def _bind(root: Path, place: Path, flags: int = _RDONLY, how: int = _BIND | _REC) -> None:
    """Show a real file or folder at its own place below `root`; with `_RDONLY` nobody can change it there."""
    source = place.resolve()
    target = root / place.relative_to("/")
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
    _mount(str(source), target, "", how)
    kept = sum(flag for had, flag in _KEPT.items() if os.statvfs(target).f_flag & had)
    _mount("", target, "", _REMOUNT | _BIND | _NOSUID | flags | kept)


def _make_devices(folder: Path) -> None:
    for name in _DEVICES:
        (folder / name).touch()
        _mount(f"/dev/{name}", folder / name, "", _BIND)
    for name in ("pts", "shm"):
        (folder / name).mkdir()
    _mount("devpts", folder / "pts", "devpts", _NOSUID, "newinstance,ptmxmode=0666,mode=0620")
    _mount("tmpfs", folder / "shm", "tmpfs", _NOSUID | _NODEV, "mode=1777")
    for name, target in {"ptmx": "pts/ptmx", "fd": "/proc/self/fd", "stdin": "/proc/self/fd/0",
                         "stdout": "/proc/self/fd/1", "stderr": "/proc/self/fd/2"}.items():  # fmt: skip
        (folder / name).symlink_to(target)


def _mount_processes(folder: Path) -> None:
    """Show this namespace's processes; where that is not permitted, what is shown already."""
    try:
        _mount("proc", folder, "proc", _NOSUID | _NODEV)
    except PermissionError:
        _mount("/proc", folder, "", _BIND | _REC)


def _mount(source: str, target: Path, kind: str, flags: int, options: str = "") -> None:
    words = (word.encode() if word else None for word in (source, str(target), kind))
    _check(_libc.mount(*words, ctypes.c_ulong(flags), options.encode() or None), str(target))


def _check(result: int, name: str | None = None) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), name)


def main() -> None:
    """Try it out: end with 0 if it is permitted here."""
    with tempfile.TemporaryDirectory() as name:
        if os.fork() == 0:
            status = 1
            try:
                enclose(Path(name), [])
                drop_privileges()
                status = 0
            finally:
                os._exit(status)
        _, ended = os.wait()
    sys.exit(os.waitstatus_to_exitcode(ended))


if __name__ == "__main__":
    main()
