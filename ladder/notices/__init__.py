"""Notices as people read them, and the ways on which they leave the site."""
