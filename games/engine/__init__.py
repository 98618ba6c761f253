"""The engine's second design: typed ludemes, an intermediate form, a state with a schema.

    text ──language──▶ typed nodes ──lowering──▶ intermediate form ──backends──▶ program
    program ──play──▶ positions, moves, games

Pure: nothing here imports Django. docs/decisions/0008 says why it is built like this.
"""
