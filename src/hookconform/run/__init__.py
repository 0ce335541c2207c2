"""A run: every case of a selection through one adapter, streamed, and the record of what came out."""
