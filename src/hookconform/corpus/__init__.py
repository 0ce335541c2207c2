"""Reading the corpus: where it is, its schemas, vocabulary, rule packs, platforms and cases."""
