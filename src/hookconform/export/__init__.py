"""The corpus in forms that other languages and tools read."""
