"""The place: a throw-away project and home in which one hook program runs at a time, as in a user's own project."""
