"""The packages, for all tests of them."""

from tests.export.packages import package

__all__ = ["package"]
