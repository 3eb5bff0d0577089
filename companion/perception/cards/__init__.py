"""Cards of symbols and windows: found, read, and checked against a sort."""
