# Random games that keep count of their clauses, for studies (see games.compiler.counting).
#
# Added to a traced program, beside loops.rpy. Each game has a row of words: plies, winner, ending,
# legal moves in all its positions, then for every role and clause the plies at which it showed up,
# and then the first of these. Plies of all games of a call are gathered in HISTOGRAMS.


def study(count, first):
    # Games numbered from `first`, each with its own seed; the number of plies.
    fill(HISTOGRAMS, 0, HISTOGRAMS_SIZE)
    total = 0
    i = 0
    while i < count:
        total = total + study_game(ROWS + i * ROW_SIZE, first + i)
        i = i + 1
    return total


def study_game(row, number):
    # Play at random, each legal move as likely, and write down what showed up.
    fill(row, 0, ROW_SIZE)
    fill(STAMPS, 0, STAMPS_SIZE)
    seed(number)
    reset()
    moves = 0
    while ld32(OVER) == 0:
        n = generate()
        moves = moves + n
        ply = ld32(PLIES) + 1
        show_allowed(row, ply, n)
        show_forbidden(row, ply)
        play(random(n))
        show_effects(row, ply)
    plies = ld32(PLIES)
    st32(row, plies)
    st32(row + 4, ld32(WINNER))
    st32(row + 8, ld32(ENDING))
    st32(row + 12, moves)
    if ld32(ENDING) >= 0:
        show(row, ROLE_ENDED, ld16(ENDING_CLAUSES + ld32(ENDING) * 2), plies)
    return plies


def show_allowed(row, ply, n):
    # The clauses that allow one of the legal moves.
    i = 0
    while i < n:
        show(row, ROLE_ALLOWED, ld16(KIND_CLAUSES + ld16(MOVES + i * 8 + 4) * 2), ply)
        i = i + 1


def show_forbidden(row, ply):
    # The clauses that forbid a move which all others would allow.
    n = ld32(FORBIDDEN_COUNT)
    i = 0
    while i < n:
        show(row, ROLE_FORBADE, ld32(FORBIDDEN + i * 12 + 8), ply)
        i = i + 1


def show_effects(row, ply):
    # The clauses that took effect with the move just played.
    n = ld32(EVENT_COUNT)
    i = 0
    while i < n:
        show(row, ROLE_EFFECT, ld32(EVENTS + i * 16 + 12), ply)
        i = i + 1


def show(row, role, clause, ply):
    # Count a clause, once a ply in each role.
    if clause == 0:
        return 0
    slot = role + clause
    a = STAMPS + slot * 4
    if ld32(a) == ply:
        return 0
    st32(a, ply)
    a = row + COUNTS + slot * 4
    st32(a, ld32(a) + 1)
    a = row + FIRSTS + slot * 4
    if ld32(a) == 0:
        st32(a, ply)
    if ply > LATEST:
        ply = LATEST
    a = HISTOGRAMS + (slot * (LATEST + 1) + ply) * 4
    st32(a, ld32(a) + 1)
