"""Cards that the product has drawn itself: known by their own pictures."""
