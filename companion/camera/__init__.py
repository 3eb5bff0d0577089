"""Where pictures come from: real cameras and recordings, all behind one interface, `FrameSource`."""
