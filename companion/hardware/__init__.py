"""Output and input without a screen: cues as sounds and lights, buttons at the seats."""
