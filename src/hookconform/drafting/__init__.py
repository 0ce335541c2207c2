"""What the claims say of a payload: the event, its arguments, the rules that match, and cases composed from tables."""
