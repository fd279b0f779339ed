"""The rule packs: one folder a game, one .lp file a section of its rulebook."""
