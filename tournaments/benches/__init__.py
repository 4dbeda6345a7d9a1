"""Measurements of what is promised of tournaments."""
