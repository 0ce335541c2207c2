"""The commands of `hookconform lint`."""
