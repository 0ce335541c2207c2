"""The same cases with other ids, folders, words, key order and white space; what is expected follows mechanically.

An adapter that maps payloads passes as before. One that knows the corpus by heart does not find them any more.
"""

from hookconform.run.perturb.cases import perturbed

__all__ = ["perturbed"]
