"""The hook program: one payload in, one answer out."""
