"""The commands of `hookconform known-failures`, one a module."""
