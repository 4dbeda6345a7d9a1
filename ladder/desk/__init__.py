"""The manager's desk: one queue of what needs somebody, from one module for each kind (`ladder.desk.queue.KINDS`)."""

from ladder.desk.item import Action, Item

__all__ = ["Action", "Item"]
