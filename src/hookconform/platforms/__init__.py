"""The instruments: one folder a platform, each with the parts it has."""
