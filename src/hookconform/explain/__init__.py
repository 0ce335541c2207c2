"""What the claims say, for people who ask about one name: native → canonical, and canonical → native."""
