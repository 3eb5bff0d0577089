"""Where pictures come from: real cameras, recordings, and the simulated table, all behind one `FrameSource`."""
