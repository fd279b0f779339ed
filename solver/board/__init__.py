"""The board: its notation read, printed, and turned into facts and back."""
