"""Letta Code."""
