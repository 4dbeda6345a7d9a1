"""Pebbles: a game as small as a game can be, added as docs/adding-a-game.md says.

1. The bag holds the pebbles of the box. 2. The row has room for three; at the start, and after each turn, it is filled up
from the bag, one pebble at a time. 3. In turn, a player takes one pebble or several of one kind from the row. 4. The match
ends when bag and row are empty. 5. Pebbles are worth their weight. 6. Whoever took the last one loses three points
(option `last_costs`). 7. Most points win; equal points share a place.
"""
