"""What the table says without a screen: cues as sounds and lights."""
