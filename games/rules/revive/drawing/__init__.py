"""The table drawn and told: map, display, player boards."""
