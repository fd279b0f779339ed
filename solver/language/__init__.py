"""Grammars, and the language of cards: rules text to ability terms and back."""
