"""How much is noticed: one fault at a time in a copy of the source, at which the suite, or the tests, must turn red."""
