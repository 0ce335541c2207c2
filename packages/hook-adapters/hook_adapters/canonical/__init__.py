"""What all platforms share: from a payload to its canonical events, and from a verdict back to an answer."""
