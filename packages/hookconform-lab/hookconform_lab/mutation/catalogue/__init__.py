"""A catalogue of misreadings: each is put around the reference adapter, and the cases of its platforms must see it."""
