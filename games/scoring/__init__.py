"""What a result gives the people of a table: places after forfeits, shares, points by place. Pure."""
