"""Permission settings of agents as rules: each entry is translated, or named with the reason why it is not."""
