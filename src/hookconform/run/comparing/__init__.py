"""Two runs side by side: what is red now, what no longer is, and what is not judged any more."""
