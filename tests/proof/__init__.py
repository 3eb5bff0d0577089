"""Proof in pictures: how far the confidence of each reader holds, what the dice reader confuses, the worst readings."""
