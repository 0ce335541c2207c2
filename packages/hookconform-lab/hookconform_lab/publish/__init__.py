"""What is published: mapping tables, confidence, results, badges, history and the static site."""
