"""From typed ludemes to the intermediate form: a module for each family of ludemes.

To implement a ludeme: a function here with `@lowers(key)` (or `@appends(key)` for an effect), where
`key` is the key of its row in `games.engine.language`. It gets the builder and the typed node. A
number or a condition gives an expression, a region a `Region`; moves are emitted.
"""
