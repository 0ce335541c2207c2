"""Code Puppy."""
