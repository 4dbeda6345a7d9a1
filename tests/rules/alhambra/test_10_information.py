"""rules.md 10: what is public, what is hidden, and records that leave cards open (games/README 1.7)."""
