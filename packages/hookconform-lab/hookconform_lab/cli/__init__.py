"""The commands that hookconform-lab adds to `hookconform`, one module a command."""
