"""The text of a rulebook: read into numbered clauses, checked for faults, compared with the edition tables."""
