"""Path tracing with Blender as a module: camera, light and rendering. Each reader's folder adds its own objects."""
