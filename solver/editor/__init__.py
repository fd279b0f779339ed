"""Help while boards and cards are written: a language server for editors (design section 4)."""
