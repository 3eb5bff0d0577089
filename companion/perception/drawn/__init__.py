"""Cards that are recognised by their own drawings: read anywhere in a picture, or followed at known places."""
