"""Tests of what makes models and profiles."""
