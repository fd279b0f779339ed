"""Why, why not, and what would change it."""
