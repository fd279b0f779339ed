"""Checks of the encoding: structure, what a bounded search finds, and what a new edition changes."""
