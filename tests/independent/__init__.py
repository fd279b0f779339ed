"""A second opinion: the rules once more, in another language and by another road."""
