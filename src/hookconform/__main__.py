"""`python -m hookconform` and the `hookconform` command."""

from hookconform.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
