"""Makes the profiles and models that the product reads; the product itself never imports it."""
