"""Tables and feeds to take away: every list page offers its own by a suffix on its address."""

from ladder.exports.table import Column, Kind, Table

__all__ = ["Column", "Kind", "Table"]
