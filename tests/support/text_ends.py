"""What `$` stands for in a rule's expression, of which no engine of the tests may have another opinion."""

from __future__ import annotations

# Expression, text, whether it is found.
ENDS = [
    ("out$", "rm out", True),
    ("out$", "rm out\n", False),
    ("out$|rm$", "rm\n", False),
    ("(?m)out$", "rm out\nls\n", True),
    ("(?im)OUT$", "rm out\n", True),
    (r"out\n$", "out\n", True),
    (r"a\$", "a$\n", True),
    ("[$]b", "$b", True),
    ("[]$]b", "$b", True),
    ("[^]$]b$", "xb\n", False),
    (r"[\]$]b", "$b", True),
    ("(a)(b)$", "ab\n", False),
    ("(?P<x>a)$", "a\n", False),
    ("(?=a)a$", "a\n", False),
    ("(?#a)b$", "b\n", False),
    ("(?#$)b$", "b", True),
    ("(?:a)b$", "ab\n", False),
    ("(?s:a.)$", "ab\n", False),
    ("(?m:a$)", "a\nb", True),
    ("(?m:(a)$)", "a\nb", True),
]
