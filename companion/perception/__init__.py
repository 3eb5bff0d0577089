"""Readers: from pictures to what lies on the table. No game is named here."""
