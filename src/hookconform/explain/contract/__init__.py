"""The contract of a platform with hooks over its versions: what changed, and at which release."""
