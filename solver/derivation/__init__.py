"""Rules and boards to rulings: grounding, slicing, derivation, the loop over states."""
