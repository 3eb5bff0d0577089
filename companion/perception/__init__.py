"""Pictures in, what lies on the table out. No game is named here."""
