"""What curators may want to mend: each check finds rows, counts them, and says why it matters.

To add a check: a function that finds its rows (in `records`, `conflicts`, `duplicates` or
`clauses`), and a row in `checks.GROUPS`.
"""
