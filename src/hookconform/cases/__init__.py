"""The cases of a corpus: those filed, one file each, and those that the tables of families compose."""
