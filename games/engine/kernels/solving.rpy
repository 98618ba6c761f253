# Positions after each move, for whoever visits all positions of a game.


def successors(count):
    # The positions after each move in each of `count` positions, one behind the other. How many
    # positions were looked at: those whose moves have no room are left.
    written = 0
    for i in range(count):
        copy(STATE_START, SOLVE_IN + i * STATE_SIZE, STATE_SIZE)
        n = generate()
        if written + n > POSITIONS_OUT:
            return i
        made = game.action_count
        for m in range(n):
            push_state()
            play(m)
            copy(SOLVE_OUT + written * STATE_SIZE, STATE_START, STATE_SIZE)
            pop_state()
            game.move_count = n
            game.action_count = made
            written = written + 1
        solve_count[i] = n
    return count
