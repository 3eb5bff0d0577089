"""What the table says without a screen, and hears: cues as sounds and lights, buttons at the seats."""
