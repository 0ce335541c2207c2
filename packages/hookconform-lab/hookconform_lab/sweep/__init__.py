"""The sweep: one released version, recorded and measured as one unit, and what units say together.

* `registry.py` reads releases, dates and integrity hashes from the registries.
* `keys.py` gives a unit its key: what it depends on, and nothing else.
* `unit.py` runs one unit; `store.py` keeps its bundle, or a tombstone with the reason why there is none.
* `planning.py` lists units and says which are in the store; `room_on_disk.py` keeps the downloads small.
* `facts.py` reads what a version shows, from the corpus or from a bundle; `bisecting.py` finds the releases between
  which that changed; `history.py` says of which claims the releases are known exactly.
* `watching.py` compares the newest release with the newest that is known; `wording.py` says so in plain words, and
  `drafting.py` drafts the changes of the corpus.
"""
