"""What a real program does with the shared script of calls: `hookconform lab semantics`.

`native.py` says how a platform states its tools (its part `semantics`), `drive.py` runs the program through the script,
`document.py` writes what was found as the corpus keeps it, `compare.py` tells it from what the corpus has.
"""
