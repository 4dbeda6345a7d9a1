"""Publishing without FTP: the static copy of a league and its targets, and the pieces to take away."""
