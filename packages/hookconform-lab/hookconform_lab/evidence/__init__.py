"""How well each claim is proved: computed from cases, declarations and documents, never asserted."""
