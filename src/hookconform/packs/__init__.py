"""Anybody's rule packs, held against what was recorded: where each rule fires, where it never can, what it misses."""
