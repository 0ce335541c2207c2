"""The commands of `hookconform lab sweep`."""
