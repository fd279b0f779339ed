"""headjudge: rulings from a described board."""
