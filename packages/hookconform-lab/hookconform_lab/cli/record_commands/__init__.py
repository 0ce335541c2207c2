"""The subcommands of `hookconform record`."""
