"""Other people's programs: stated exactly in a program.toml, installed into the cache, and found there again."""
