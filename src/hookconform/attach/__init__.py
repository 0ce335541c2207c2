"""Attaching an adapter: its manifest, the ways to run it, and the calls and answers that go to and fro."""
