"""Telling other programs what happens here: which events there are, who hears them, and how they are sent."""
