"""OGC API – Features (Part 1: Core, 1.0) at /ogc/, for GIS programs.

catalogue    which collections there are, how each is searched, and its features
columns      the flat properties of a feature, each defined once
extents      where and when the features of a collection are
values       bbox, datetime and limit as the standard writes them
paging       pages by links that stay cheap and stable far into a million features
links        links in answers and in headers
definition   the OpenAPI 3.0 document
answers      the JSON Schemas of answers in it
formats      JSON and GeoJSON
html         the same as pages for people
views, urls  thin
"""
