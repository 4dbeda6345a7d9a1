"""The pages of tournaments that everybody may read, and what somebody does there as a player."""
