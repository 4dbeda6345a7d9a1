"""Old months out of spreadsheets: read, mapped, checked, and only then written."""
