"""How moves are written: coordinates, short algebraic, and Game Courier's full algebraic.

Nothing here knows rules or positions: `deeds.Scene` holds what each legal move does to the board,
and `reading.find` the move that a text means. `games.play.Written` puts both to use.
"""
