"""Whole answers to visitors, compressed, in shared memory until something that shows is written."""
