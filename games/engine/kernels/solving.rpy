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


def outcomes(count):
    # The same for rules that throw dice: in each position under every throw, unless the rules ask for
    # none. How many positions were looked at.
    written = 0
    branches = 0
    game.solve_late = 0
    for i in range(count):
        # The throw for which moves are listed, -1 being none; then how many there are.
        throw = -1
        throws = 0
        found = 0
        while throw < throws:
            copy(STATE_START, SOLVE_IN + i * STATE_SIZE, STATE_SIZE)
            n = generate_under(throw)
            if game.throw_needed:
                throw = 0
                throws = THROW_COUNT[0]
            else:
                if (written + n > POSITIONS_OUT) or (branches == BRANCHES):
                    return i
                written = write_outcomes(n, written)
                solve_moves[branches] = n
                branches = branches + 1
                found = found + 1
                throw = throw + 1
        solve_count[i] = found
    return count


def generate_under(throw):
    # Lists the moves under a throw, -1 being none.
    game.throw_needed = 0
    game.throw_ready = 0
    if throw >= 0:
        game.throw_ready = 1
        for i in range(DICE):
            thrown[i] = THROW_FACES[throw * DICE + i]
    return generate()


def write_outcomes(n, written):
    # Writes the positions after each of `n` moves, and whether they wait for a throw; how many there are.
    made = game.action_count
    for m in range(n):
        push_state()
        play(m)
        if game.throw_needed:
            game.solve_late = 1
        copy(SOLVE_OUT + (written + m) * STATE_SIZE, STATE_START, STATE_SIZE)
        pop_state()
        game.move_count = n
        game.action_count = made
    for k in range(written, written + n):
        copy(STATE_START, SOLVE_OUT + k * STATE_SIZE, STATE_SIZE)
        solve_waits[k] = 0
        if game.active_count:
            generate_under(-1)
            solve_waits[k] = game.throw_needed
    return written + n
