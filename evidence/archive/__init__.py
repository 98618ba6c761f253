"""The whole corpus as one file, and an empty installation filled from such a file.

docs/archive.md describes the format. To take one more model into it, write a row in
`evidence.archive.tables.TABLES`; what stays out has its reason in `LEFT_OUT` there. A test fails
for a model that is in neither.
"""
