"""The skeleton of a new platform: claims with a made-up case, instrument and module of the adapter."""
