"""Boards for the engine: graphs of sites, tracks along them."""
