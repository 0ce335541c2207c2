"""The commands of `hookconform lab`, one module each."""
