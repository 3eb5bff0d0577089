"""The doctor: every fault is caused for real."""
