"""Which games have an engine: a plain table from the game's key to its parts."""
