"""The director's desk: making a tournament and running it."""
