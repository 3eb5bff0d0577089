"""Blender as a module: a table's camera and light. What lies on the table is the business of each kind of thing."""
