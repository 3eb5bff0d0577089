"""Ways of watching a table, one file or folder each; `registry` says which of them a game wants."""
