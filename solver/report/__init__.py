"""Rulings in words: sentences, pages, JSON, expectations."""
