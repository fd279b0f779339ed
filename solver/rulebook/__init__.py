"""A rulebook's text: read into numbered clauses, checked for faults, compared with the edition tables."""
