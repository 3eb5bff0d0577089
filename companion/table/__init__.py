"""The table itself: the session that phones and camera share, its journal, and the referee."""
