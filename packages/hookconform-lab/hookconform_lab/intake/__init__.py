"""From a recording to a case: reading, shapes, drafting, naming, filing."""
