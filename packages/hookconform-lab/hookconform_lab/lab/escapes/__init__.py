"""What a hook never sees: every row of the corpus's table driven on a real program, three runs a row."""
