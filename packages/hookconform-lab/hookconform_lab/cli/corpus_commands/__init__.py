"""The subcommands of `hookconform corpus`."""
