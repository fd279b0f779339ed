"""The card store: cards that a user has imported, looked up when a board names one that nothing describes."""
