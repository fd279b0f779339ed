"""Checks of the encoding: its structure, what a bounded search finds in it, and what a new edition changes."""
