"""Other people's adapters: where they are kept, and what was measured of them."""
