# Random games searched for moments at which a clause is seen clearly (see games.compiler.finding).
#
# Added to a traced program, beside loops.rpy. For every role and clause the clearest moments are kept
# in BEST, the best first and one for each game: cost, number of the game, ply, and which of the legal
# moves is the last one, -1 for the one that the game goes on with.


def clear_best():
    i = 0
    while i < BEST_SIZE:
        st32(BEST + i, UNSEEN)
        i = i + 4


def find(count, first):
    # Games numbered from `first`; the number of plies.
    total = 0
    i = 0
    while i < count:
        total = total + find_game(first + i)
        i = i + 1
    return total


def find_game(number):
    # Play a game and look at each of its plies.
    seed(number)
    reset()
    while (ld32(OVER) == 0) and (ld32(PLIES) < LONGEST):
        n = generate()
        ply = ld32(PLIES) + 1
        seen = 2 * men() + ply
        find_allowed(number, ply, seen, n)
        find_listed(number, ply, seen, ROLE_FORBADE, FORBIDDEN + 8, 12, ld32(FORBIDDEN_COUNT))
        i = select(n, number & 1)
        clause = ld16(KIND_CLAUSES + ld16(MOVES + i * 8 + 4) * 2)
        play(i)
        decided = 0
        if (ld32(OVER) > 0) and (ld32(WINNER) > 0):
            decided = DECIDED
            keep(ROLE_ALLOWED + clause, clause, seen - decided, number, ply, -1)
        find_listed(number, ply, seen - decided, ROLE_EFFECT, EVENTS + 12, 16, ld32(EVENT_COUNT))
        if (ld32(OVER) > 0) and (ld32(ENDING) >= 0):
            ending = ld16(ENDING_CLAUSES + ld32(ENDING) * 2)
            keep(ROLE_ENDED + ending, ending, seen - decided, number, ply, -1)
    return ld32(PLIES)


def replay(number, plies):
    # The same game up to a ply; its moves in LOG, and the legal moves of the position reached.
    seed(number)
    reset()
    while (ld32(OVER) == 0) and (ld32(PLIES) < plies):
        i = select(generate(), number & 1)
        copy(LOG + ld32(PLIES) * 8, MOVES + i * 8, 8)
        play(i)
    return generate()


def men():
    # How many men stand on the board.
    count = 0
    i = 0
    while i < BOARD_SITES:
        if ld8(WHAT + i) > 0:
            count = count + 1
        i = i + 1
    return count


def select(n, guided):
    # One of the legal moves, each as likely; guided, one that takes a man rather than another.
    i = random(n)
    tried = 1
    while (guided > 0) and (tried < TRIES):
        if takes(i):
            break
        i = random(n)
        tried = tried + 1
    return i


def takes(i):
    # Whether a move goes to a site with a man of another player.
    to = ld16s(MOVES + i * 8 + 2)
    if (to < 0) or (to >= BOARD_SITES):
        return 0
    owner = ld8(OWNERS + ld8(WHAT + to))
    if owner == 0:
        return 0
    return owner != ld32(MOVER)


def find_allowed(number, ply, seen, n):
    # The clauses that allow a legal move: the moment is that move.
    i = 0
    while i < n:
        clause = ld16(KIND_CLAUSES + ld16(MOVES + i * 8 + 4) * 2)
        keep(ROLE_ALLOWED + clause, clause, seen, number, ply, i)
        i = i + 1


def find_listed(number, ply, seen, role, list, size, count):
    # The clauses of a list; the more often one stands there, the less clear it is.
    i = 0
    while i < count:
        clause = ld32(list + i * size)
        times = 0
        j = 0
        while j < count:
            if ld32(list + j * size) == clause:
                times = times + 1
            j = j + 1
        keep(role + clause, clause, seen + ALIKE * (times - 1), number, ply, -1)
        i = i + 1


def keep(slot, clause, cost, number, ply, move):
    # Put a moment in its place among the best of its slot, unless these are as clear.
    a = BEST + slot * KEPT * 16
    last = a + (KEPT - 1) * 16
    if (clause == 0) or (cost >= ld32(last)):
        return 0
    # The game's own moment makes room for a better one, else the last does.
    e = a
    while e < last:
        if ld32(e + 4) == number:
            break
        e = e + 16
    if (ld32(e + 4) == number) and (cost >= ld32(e)):
        return 0
    while e > a:
        if cost >= ld32(e - 16):
            break
        copy(e, e - 16, 16)
        e = e - 16
    st32(e, cost)
    st32(e + 4, number)
    st32(e + 8, ply)
    st32(e + 12, move)
    return 1
