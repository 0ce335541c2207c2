"""The corpus as plain data, for runners and guards in any language: what `hookconform export` writes."""
