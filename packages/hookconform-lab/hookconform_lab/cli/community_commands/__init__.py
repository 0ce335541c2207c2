"""The commands below `hookconform community`."""
