"""What red checks have in common: few causes stand behind many of them."""
