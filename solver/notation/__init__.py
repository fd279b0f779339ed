"""A game's words for boards: frames, slots and names, read from its rule pack."""
