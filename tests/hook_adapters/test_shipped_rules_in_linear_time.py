"""The cost of the shipped rules that are called `block-…` grows as the command does, however it is made up."""

from __future__ import annotations

import resource

import pytest
from tests.support.shipped_rules import blocked

pytestmark = pytest.mark.whole

PIECES = [
    *("rm ", "rm -f ", "rm -- ", "; rm ", "rm a", "/rm", "git ", "git push ", "git -C a ", "git -C ", "push "),
    *("sudo ", "sudo -u ", "sudo -u a ", "sudo -u \\\n", '\\\n"sudo -u ', "env A=1 ", "A=1 ", "a=", "xargs -n 1 "),
    *("timeout 5 ", ";sudo -u a -n 1 -C b env A=1 ", " -exec ", "-c '", "sh -c 'rm ", "-f ", "-", "--", "r", "+", "é"),
    *(
        "sh -c 'rm ",
        'sh -c "rm ',
        "sudo --user ",
        "sudo -u sudo ",
        "; env -i -n 5 ",
        "eval -x ",
        ';eval "rm "x ',
        ";rm $(",
        ")rm $(x",
        "`rm ",
        "(rm ",
    ),
    *(
        "{rm ",
        " \\\nrm ",
        ";rm a\\ ",
        "rm -- ",
        "echo 'rm -r ",
        "git -C a\\ -C ",
        'git -c "a b" ',
        "rm `a` ",
        "ri a\\ ",
        "rd /q",
        "\\'",
        ">&",
    ),
    *(
        "sh -c 'rm \"'\"\\'\" ",
        "cmd /c ",
        "powershell -E a ",
        "if exist a ",
        "rm {a,b} ",
        "ssh -p 1 h ",
        "find . -exec rm ",
    ),
    *("\\", "\\\n", '"', "'", " ", "\t", "\n", ";", "(", "`", "&", "{", "/", "a/"),
]
HEADS = ("rm -", "rm ", "git push ", "git ", "sudo ", "A=", "", "-c '")


# A cost that grew with the square of the length would be sixteen times as high. Less than the noise counts as none.
AT_MOST, NOISE = 10, 0.01


@pytest.mark.parametrize("name", ["block-recursive-delete", "block-force-push"])
def test_matching_is_linear(name: str) -> None:
    """The cost of four times as long a text is about four times as high, whatever is repeated in it."""
    for head in HEADS:
        for piece in PIECES:
            short, long = (f"{head}{piece * (length // len(piece))}!" for length in (3_000, 12_000))
            assert is_linear(name, short, long), (head, piece)


def is_linear(name: str, short: str, long: str) -> bool:
    """Tell whether a text of four times the length costs less than its square would; a busy machine is asked again."""
    return any(cost(name, long) < AT_MOST * cost(name, short) + NOISE for _ in range(4))


def cost(name: str, command: str) -> float:
    """Return the processor time of one match in seconds: a ratio of two is what is judged."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    blocked(name, command)
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - before
