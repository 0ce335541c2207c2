"""The static site: plain files without any outside request, readable without JavaScript."""
