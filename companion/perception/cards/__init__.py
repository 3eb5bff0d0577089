"""Cards with windows of symbols: finds and reads them, decides keep or discard, and checks a ring of cards."""
