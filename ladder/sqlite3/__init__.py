"""Django's backend for SQLite, with fair waiting."""
