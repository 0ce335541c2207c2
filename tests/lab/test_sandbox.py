"""The sandbox has loopback and files of its own, ends everything it started, and refuses to run open."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from uuid import uuid4

import pytest
from tests.support.fake_driver import FakeDriver
from tests.support.processes import is_running

from hookconform.ground.errors import HookconformError
from hookconform_lab.lab import sandbox
from hookconform_lab.lab.inside import run_program
from hookconform_lab.lab.run import run_scenario
from hookconform_lab.lab.scenario import Program, Scenario
from hookconform_lab.lab.script import Script
from hookconform_lab.lab.shown import PYTHONPATH, shown_places

pytestmark = pytest.mark.whole

# 192.0.2.0/24 and 2001:db8::/32 are reserved for documentation: nobody answers, a route would time out.
PROBE = """
import errno, socket
for family, address in ((socket.AF_INET, ("192.0.2.1", 80)), (socket.AF_INET6, ("2001:db8::1", 80))):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        with socket.socket(family, kind) as probe:
            probe.settimeout(5)
            print(errno.errorcode.get(probe.connect_ex(address)))
print(socket.gethostname())
"""


def _probe() -> Scenario:
    step = Program(("{{python}}", "-c", PROBE), timeout=60)
    return Scenario(name="probe", title="connect", script=Script(), steps=(step,), optional=True)


def test_no_packet_can_leave(driver: FakeDriver, tmp_path: Path) -> None:
    prefix = sandbox.enter(allow_network=False)
    with run_scenario(driver, "1.0.0", tmp_path, _probe(), prefix=prefix) as run:
        assert run.problems == []
        assert run.outcomes[0].stdout.split() == ["ENETUNREACH"] * 4 + ["dev"]


def test_without_a_namespace_it_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "namespace_command", lambda: ())
    with pytest.raises(HookconformError) as caught:
        sandbox.enter(allow_network=False)
    assert caught.value.code == "lab.namespace"
    assert "--allow-network" in caught.value.hint
    assert sandbox.enter(allow_network=True) == ()


def test_a_program_gets_only_the_environment_it_is_given(tmp_path: Path) -> None:
    outcome = run_program(Program((shutil.which("env") or "env",)), {"ONLY": "this"}, tmp_path)
    assert outcome.stdout == "ONLY=this\n"


def _ends(process: int) -> bool:
    """Tell whether a process is dead or dies within seconds; a killed one may still await its parent."""
    for _ in range(100):
        if not is_running(process):
            return True
        time.sleep(0.05)
    return False


def test_at_the_time_limit_the_whole_group_is_killed(tmp_path: Path) -> None:
    step = Program(("/bin/sh", "-c", "sleep 600 & echo $!; wait"), timeout=0.3)
    outcome = run_program(step, {"PATH": os.environ["PATH"]}, tmp_path)
    assert outcome.timed_out
    assert _ends(int(outcome.stdout))


def test_a_run_that_is_out_of_time_is_ended_from_outside(tmp_path: Path) -> None:
    arguments = ["-c", "import time; time.sleep(600)"]
    assert not sandbox.run_inside(arguments, prefix=(), environment={}, time_limit=0.3)


def test_being_terminated_is_like_ctrl_c_and_leaves_nothing(tmp_path: Path) -> None:
    inside = (
        f"import os, signal, time; open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()));"
        "os.kill(os.getppid(), signal.SIGTERM); time.sleep(600)"
    )
    with pytest.raises(KeyboardInterrupt):
        sandbox.run_inside(["-c", inside], prefix=(), environment={}, time_limit=60)
    assert _ends(int((tmp_path / "pid").read_text()))


def test_an_inside_that_fails_says_why() -> None:
    with pytest.raises(HookconformError, match="ValueError: no job") as caught:
        sandbox.run_inside(["-c", "raise ValueError('no job')"], prefix=(), environment={}, time_limit=30)
    assert caught.value.exit_code == 3


def test_a_step_that_hangs_leaves_an_incomplete_run(
    driver: FakeDriver, tmp_path: Path, prefix: tuple[str, ...]
) -> None:
    hang = Program((sys.executable, "-c", "import time; time.sleep(600)"), timeout=0.3)
    scenario = Scenario(name="hang", title="hang", script=Script(), steps=(hang,))
    with run_scenario(driver, "1.0.0", tmp_path, scenario, prefix=prefix) as run:
        assert run.problems == ["out of time after 0 s", "no hook was called"]


LOOK = """
import json, os, sys
def tried(path, mode):
    try:
        open(path, mode).close()
    except OSError as error:
        return type(error).__name__
    return "done"
new = sys.argv[2]
status = dict(line.split(":\\t") for line in open("/proc/self/status").read().splitlines() if ":\\t" in line)
print(json.dumps({
    "seen": [path for path in sys.argv[3:] if os.path.exists(path)],
    "capabilities": [status[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")],
    "new privileges": status["NoNewPrivs"],
    "users": sorted(line.split(":")[0] for line in open("/etc/passwd")),
    "program": tried(sys.argv[1] + "/" + new, "w"),
    "system": tried("/usr/" + new, "w"),
    "temporary": tried("/tmp/" + new, "w"),
    "home": tried(os.path.expanduser("~/" + new), "w"),
    "run": os.listdir("/run"),
}))
"""


@pytest.mark.skipif(not sandbox.namespace_command(), reason="no namespaces are permitted here")
def test_the_real_files_are_hidden_and_all_privileges_gone(driver: FakeDriver, tmp_path: Path) -> None:
    install, secret = tmp_path / "install", tmp_path / "secret.txt"
    install.mkdir()
    secret.write_text("mine")
    private = [str(secret), str(Path.home() / ".bashrc"), str(Path.home() / ".ssh"), "/etc/shadow", "/var/log", "/sys"]
    # A name of its own: the temporary folder outside is everybody's.
    new = f"new-{uuid4().hex}"
    step = Program(("{{python}}", "-c", LOOK, str(install), new, *private), timeout=60)
    scenario = Scenario(name="look", title="look around", script=Script(), steps=(step,), optional=True)
    with run_scenario(driver, "1.0.0", install, scenario, prefix=sandbox.enter(allow_network=False)) as run:
        assert run.problems == [], run.outcomes
        found = json.loads(run.outcomes[0].stdout)
        assert (run.home / new).is_file()
    assert found == {
        "seen": [],
        "capabilities": ["0" * 16] * 5,
        "new privileges": "1",
        "users": ["nobody", "root"],
        "program": "OSError",
        "system": "OSError",
        "temporary": "done",
        "home": "done",
        "run": [],
    }
    assert not (Path("/tmp") / new).exists()
    assert list(install.iterdir()) == []


# A user namespace of the program's own gives it privileges over what it makes itself, and no more.
NESTED = """
import json, os, subprocess, sys
install, secret = sys.argv[1:]
def nested(script):
    # Without privileges outside, root cannot name itself root within, but keep what it has there.
    for way in ("--map-root-user", "--keep-caps"):
        command = ["unshare", "--user", way, "--mount", "sh", "-c", script, "sh", install, secret]
        if subprocess.run(command, capture_output=True).returncode == 0:
            return True
    return False
print(json.dumps({
    "a mount in a folder of its own": nested("mkdir -p /tmp/own && mount -t tmpfs none /tmp/own"),
    "what hides is taken away": nested("umount -l / || umount -l /tmp || umount -l /home || umount -l /root")
    or nested("cd /; umount -l .; test -e $2"),
    "a program's folder can be written": nested("mount -o remount,rw,bind $1 && touch $1/new"),
    "the system can be written": nested("mount -o remount,rw,bind /usr && touch /usr/new"),
    "the way out of the root": nested("mkdir -p /tmp/in && chroot /tmp/in true; cd /../../../..; test -e $2"),
    "a disk is mounted": nested("mount -t ext4 /dev/vda /tmp || mount -t ext4 /dev/sda1 /tmp"),
    "another's processes": nested("ls /proc/*/root/$2"),
}))
"""


@pytest.mark.skipif(not sandbox.namespace_command(), reason="no namespaces are permitted here")
def test_namespaces_within_give_nothing_back(driver: FakeDriver, tmp_path: Path) -> None:
    install, secret = tmp_path / "install", tmp_path / "secret.txt"
    install.mkdir()
    secret.write_text("mine")
    step = Program(("{{python}}", "-c", NESTED, str(install), str(secret)), timeout=60)
    scenario = Scenario(name="nested", title="unshare again", script=Script(), steps=(step,), optional=True)
    with run_scenario(driver, "1.0.0", install, scenario, prefix=sandbox.enter(allow_network=False)) as run:
        assert run.problems == [], run.outcomes
        found = json.loads(run.outcomes[0].stdout)
    if not found.pop("a mount in a folder of its own"):
        pytest.skip("no namespaces within are permitted here")
    assert not any(found.values()), found
    assert list(install.iterdir()) == []


def test_a_folder_with_the_home_or_the_temporary_files_in_it_is_never_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "people" / "me"
    (home / "bin").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    program = home / "bin" / "policy"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    shown = shown_places([str(program)], [tmp_path, home, Path("/"), Path("/tmp")], f"{home}:/usr/bin")
    assert home / "bin" in shown
    assert not {tmp_path, tmp_path / "people", home, Path("/"), Path("/tmp")} & set(shown)


@pytest.mark.skipif(not sandbox.namespace_command(), reason="no namespaces are permitted here")
def test_a_program_behind_links_from_folder_to_folder_is_found(driver: FakeDriver, tmp_path: Path) -> None:
    for name in ("first", "second", "third"):
        (tmp_path / name).mkdir()
    real = tmp_path / "third" / "look"
    real.write_text("#!/bin/sh\necho found\n")
    real.chmod(0o755)
    (tmp_path / "beside.txt").write_text("mine")
    (tmp_path / "second" / "look").symlink_to("../third/look")
    (tmp_path / "folder").symlink_to(tmp_path / "second")
    (tmp_path / "first" / "look").symlink_to(tmp_path / "folder" / "look")
    step = Program((str(tmp_path / "first" / "look"),), timeout=60)
    scenario = Scenario(name="look", title="look around", script=Script(), steps=(step,), optional=True)
    with run_scenario(driver, "1.0.0", real.parent, scenario, prefix=sandbox.enter(allow_network=False)) as run:
        assert run.problems == [], run.outcomes
        assert run.outcomes[0].stdout == "found\n"


ENCLOSED = """
import os, subprocess, sys, tempfile
from pathlib import Path
from uuid import uuid4
from hookconform_lab.lab.enclosure import enclose
from hookconform_lab.lab.shown import shown_places
folder = Path(tempfile.mkdtemp())
enclose(folder, shown_places([], [], os.environ["PATH"]))
subprocess.run([sys.executable, "-c", "import sys; print(sys.prefix)"])
print(folder.is_dir())
"""


@pytest.mark.skipif(not sandbox.namespace_command(), reason="no namespaces are permitted here")
def test_the_interpreter_may_be_a_link_to_a_link(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").symlink_to(Path(sys.executable).resolve())
    (tmp_path / "temporary").mkdir()
    (tmp_path / "linked").symlink_to(tmp_path / "temporary")
    subprocess.run([tmp_path / "bin" / "python3", "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    packages = (PYTHONPATH, *(place for place in sys.path if "-packages" in place))
    ended = subprocess.run(
        [*sandbox.namespace_command(), tmp_path / "venv" / "bin" / "python3", "-c", ENCLOSED],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(packages), "TMPDIR": str(tmp_path / "linked")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stdout.splitlines() == [str(tmp_path / "venv"), "True"], ended.stderr


KILLED = """
import sys
from hookconform_lab.lab import sandbox
daemon = "subprocess.Popen(['sleep', sys.argv[1]], start_new_session=True)"
inside = f"import subprocess, sys, time; {daemon}; time.sleep(600)"
environment = {"PATH": "/usr/bin:/bin"}
sandbox.run_inside(["-c", inside, sys.argv[1]], prefix=tuple(sys.argv[2:]), environment=environment, time_limit=600)
"""


def _running(argument: str) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = process.read_bytes().split(b"\0")
        except OSError:
            continue
        if argument.encode() in words and words[0] in (b"sleep", b"/usr/bin/sleep"):
            found.append(process.parent.name)
    return found


@pytest.mark.skipif(not sandbox.namespace_command(), reason="no namespaces are permitted here")
def test_killing_the_lab_leaves_nothing_running_daemons_included(tmp_path: Path) -> None:
    seconds = f"600.{os.getpid()}"
    line = [sys.executable, "-c", KILLED, seconds, *sandbox.namespace_command()]
    with subprocess.Popen(line) as lab:
        for _ in range(600):
            if _running(seconds):
                break
            time.sleep(0.05)
        assert _running(seconds)
        lab.kill()
    for _ in range(200):
        if not _running(seconds):
            break
        time.sleep(0.05)
    assert _running(seconds) == []
