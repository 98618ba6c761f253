"""Whole answers to visitors, compressed, in memory until something that shows is written."""
