"""Checks: one capability of one case, judged by comparing what an adapter answers with what is expected."""
