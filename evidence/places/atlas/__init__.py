"""The base map: Natural Earth as vector tiles in one file that the project ships.

`layers` chooses what is drawn at which level, `making` runs tippecanoe on it, `archive` is the
file, evidence.pages.views.tiles answers with its tiles.
"""
