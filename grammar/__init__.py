"""The grammars: the board notation, and per game the language of its cards."""
