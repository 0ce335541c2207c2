"""The house style: which pages Vale checks, and a sentence that each of its rules rejects."""
