# The engine's own loops, in the compiler's restricted Python (see games.compiler.wasm).
#
# This file is not imported: its text is translated with every ruleset's. Names in capitals are
# addresses and sizes from games.compiler.layout; `apply`, `generate_play`, `ends`, `change_phases` and `setup` are
# written by the compiler for each ruleset. A move in the buffer is from, to (16 bits, -1 where a
# move has none), kind and extra (16 bits); kind 0 is a pass.


def push():
    # Keep the position on the stack.
    top = ld32(TOP)
    if top + POSITION_SIZE > STACK_END:
        trap()
    copy(top, POSITION, POSITION_SIZE)
    st32(TOP, top + POSITION_SIZE)
    return top


def pop():
    # Take back the position kept last.
    top = ld32(TOP) - POSITION_SIZE
    st32(TOP, top)
    copy(POSITION, top, POSITION_SIZE)


def add(frm, to, kind, extra):
    if ld32(FORBIDDING):
        return forbid(frm, to, kind, extra, ld32(FORBIDDING))
    n = ld32(MOVE_COUNT)
    if n >= MAX_MOVES:
        trap()
    a = MOVES + n * 8
    st32(a, (frm & 65535) | (to << 16))
    st32(a + 4, kind | (extra << 16))
    st32(MOVE_COUNT, n + 1)
    # Who only seeks a move has found enough.
    return ld32(SEEKING)


def add_once(frm, to, kind, extra):
    # On boards with closed rings one site may be reached two ways: that is one move. Who only seeks
    # a move does so behind those of another list, which may be the same.
    i = ld32(MOVE_COUNT) - 1
    while (i >= 0) and ((ld32(FORBIDDING) | ld32(SEEKING)) == 0):
        a = MOVES + i * 8
        if ld16s(a) != frm:
            break
        if (ld16s(a + 2) == to) and (ld16(a + 4) == kind) and (ld16(a + 6) == extra):
            return 0
        i = i - 1
    return add(frm, to, kind, extra)


def forbid(frm, to, kind, extra, clause):
    # A move that would be legal but for a clause.
    n = ld32(FORBIDDEN_COUNT)
    if ld32(SEEKING) or (n >= MAX_FORBIDDEN):
        return 0
    a = FORBIDDEN + n * 12
    write_move(a, frm, to, kind, extra)
    st32(a + 8, clause)
    st32(FORBIDDEN_COUNT, n + 1)
    return 0


def write_move(a, frm, to, kind, extra):
    st16(a, frm)
    st16(a + 2, to)
    st16(a + 4, kind)
    st16(a + 6, extra)


def note(what, site, piece, clause):
    # An effect of the move being played, in the order in which effects happen.
    n = ld32(EVENT_COUNT)
    if n >= MAX_EVENTS:
        return 0
    a = EVENTS + n * 16
    st32(a, what)
    st32(a + 4, site)
    st32(a + 8, piece)
    st32(a + 12, clause)
    st32(EVENT_COUNT, n + 1)
    return 0


def take(site, what, clause):
    # Take what stands on a site, and say so.
    if (site >= 0) and (site < SITES) and ld8(WHAT + site):
        note(what, site, ld8(WHAT + site), clause)
        clear(site)


def clear(site):
    if (site >= 0) and (site < SITES):
        st8(WHAT + site, 0)
        if STATES:
            st8(LOCAL + site, 0)
        if VALUES:
            st8(VALUE + site, 0)
        if COUNTED:
            st8(SPARE + site, 0)


def relocate(frm, to):
    # What stands on a site goes to another, with its state and value.
    if COUNTED:
        return relocate_one(frm, to)
    st8(WHAT + to, ld8(WHAT + frm))
    st8(WHAT + frm, 0)
    if STATES:
        st8(LOCAL + to, ld8(LOCAL + frm))
        st8(LOCAL + frm, 0)
    if VALUES:
        st8(VALUE + to, ld8(VALUE + frm))
        st8(VALUE + frm, 0)


def relocate_one(frm, to):
    # One of the pieces on a site goes to another: it joins its like there, or takes the place.
    what = ld8(WHAT + frm)
    local = ld8(LOCAL + frm)
    value = ld8(VALUE + frm)
    if what == 0:
        return 0
    if STACKED:
        if frm == to:
            return 0
        if ld8(WHAT + to) and (ld8(WHAT + to) != what):
            trap()
    if ld8(SPARE + frm):
        st8(SPARE + frm, ld8(SPARE + frm) - 1)
    else:
        clear(frm)
    if ld8(WHAT + to) == what:
        st8(SPARE + to, ld8(SPARE + to) + 1)
    else:
        clear(to)
        st8(WHAT + to, what)
    st8(LOCAL + to, local)
    st8(VALUE + to, value)


def relocate_all(frm, to):
    # All pieces on a site go to another, onto their like or where nothing stands.
    if (frm == to) or (ld8(WHAT + frm) == 0):
        return 0
    n = ld8(SPARE + frm)
    if ld8(WHAT + to):
        if ld8(WHAT + to) != ld8(WHAT + frm):
            trap()
        n = n + 1 + ld8(SPARE + to)
    st8(WHAT + to, ld8(WHAT + frm))
    st8(SPARE + to, n)
    clear(frm)


def take_top(site, number):
    # As many pieces as that go from a site, or all.
    if (site < 0) or (site >= SITES):
        return 0
    if number > ld8(SPARE + site):
        clear(site)
    else:
        st8(SPARE + site, ld8(SPARE + site) - number)


def join(site, what):
    # A piece is added to a site; where any stands there, there is one more of those.
    if ld8(WHAT + site) == 0:
        st8(WHAT + site, what)
    elif COUNTED:
        st8(SPARE + site, ld8(SPARE + site) + 1)


def await_at(number):
    # One more number, or site, that is pending: the last four are kept.
    copy(PENDING_2, PENDING, 12)
    st32(PENDING, number)


def await_none():
    st32(PENDING, -1)
    st32(PENDING_2, -1)
    st32(PENDING_3, -1)
    st32(PENDING_4, -1)


def is_pending(number):
    if (ld32(PENDING) == number) or (ld32(PENDING_2) == number):
        return 1
    return (ld32(PENDING_3) == number) or (ld32(PENDING_4) == number)


def reset():
    fill(POSITION, 0, POSITION_SIZE)
    st32(TOP, STACK)
    st32(MOVER, 1)
    st32(NEXT, 1 + urem(1, PLAYERS))
    await_none()
    st32(LAST_FROM, -1)
    st32(LAST_TO, -1)
    st32(TURNS, 1)
    fill(PLAYER_VALUES, 255, 4 * PLAYERS + 4)
    st32(EVENT_COUNT, 0)
    setup()


def generate():
    # Fill the move buffer with the mover's legal moves; a pass where there is no other.
    st32(MOVE_COUNT, 0)
    st32(FORBIDDEN_COUNT, 0)
    st32(FORBIDDING, 0)
    if ld32(OVER):
        return 0
    generate_play(ld32(MOVER))
    if ld32(MOVE_COUNT) == 0:
        add(-1, -1, 0, 0)
    return ld32(MOVE_COUNT)


def step_at_random():
    # Play one of the legal moves, each as likely.
    if ld32(CHOSEN) == 0:
        choose()
    if ld32(CHOSEN) == 0:
        return advance(-1, -1, 0, 0)
    return advance(ld16s(CHOICE), ld16s(CHOICE + 2), ld16(CHOICE + 4), ld16(CHOICE + 6))


def choose():
    # Choose a move first, then see whether it is legal; 0 where none is.
    n = candidates()
    while n > 0:
        a = MOVES + random(n) * 8
        frm = ld16s(a)
        to = ld16s(a + 2)
        kind = ld16(a + 4) & KIND_MASK
        extra = ld16(a + 6)
        if legal_after(shr(ld16(a + 4), FILTER_SHIFT), frm, to, kind, extra, ld32(MOVER)):
            write_move(CHOICE, frm, to, kind, extra)
            st32(CHOSEN, 1)
            return 1
        n = n - 1
        st32(a, ld32(MOVES + n * 8))
        st32(a + 4, ld32(MOVES + n * 8 + 4))


def candidates():
    # Fill the move buffer with moves of which some may not be legal; how many.
    st32(MOVE_COUNT, 0)
    st32(FORBIDDEN_COUNT, 0)
    st32(FORBIDDING, 0)
    st32(LAZY, 1)
    generate_play(ld32(MOVER))
    st32(LAZY, 0)
    return ld32(MOVE_COUNT)


def play(i):
    # Play the i-th move of the buffer.
    a = MOVES + i * 8
    advance(ld16s(a), ld16s(a + 2), ld16(a + 4), ld16(a + 6))


def advance(frm, to, kind, extra):
    st32(CHOSEN, 0)
    st32(EVENT_COUNT, 0)
    await_none()
    st32(AGAIN, 0)
    apply(frm, to, kind, extra, ld32(MOVER))
    noted = ld32(EVENT_COUNT)
    st32(PLIES, ld32(PLIES) + 1)
    if kind == 0:
        st32(PASSES, ld32(PASSES) + 1)
    else:
        st32(PASSES, 0)
    if ld32(AGAIN):
        st32(NEXT, ld32(MOVER))
    st32(CHOOSING, ld32(AT_RANDOM))
    ends(ld32(MOVER))
    st32(CHOOSING, 0)
    if ld32(OVER) == 0:
        change_phases(ld32(MOVER))
    st32(COUNTER, ld32(COUNTER) + 1)
    if ld32(PASSES) >= PLAYERS:
        finish(ld32(FIRST), ALL_PASSED)
    turn()
    # Moves tried by the end rules have noted effects of their own: forget those.
    st32(EVENT_COUNT, noted)


def next_can_move():
    # Whether the next player has a move, as if the turn had passed. In random play the move found
    # is kept: it is the one to be played then, where moves do not depend on the turn having passed.
    keep = KEEPS_CHOICE and ld32(CHOOSING) and (ld32(TOP) == STACK)
    if keep and ld32(CHOSEN):
        return 1
    push()
    st32(ASKING, 1)
    st32(PREV, ld32(MOVER))
    st32(MOVER, ld32(NEXT))
    st32(NEXT, next_player(ld32(MOVER)))
    if keep:
        can = choose()
    else:
        can = any_legal_move(ld32(MOVER))
    pop()
    return can


def turn():
    st32(PREV, ld32(MOVER))
    st32(MOVER, ld32(NEXT))
    st32(NEXT, next_player(ld32(MOVER)))
    if ld32(AGAIN):
        st32(SAME_TURN, ld32(SAME_TURN) + 1)
        return 0
    st32(SAME_TURN, 0)
    st32(TURNS, ld32(TURNS) + 1)
    if ld32(TURNS) > MAX_TURNS:
        finish(ld32(FIRST), TOO_LONG)


def next_player(who):
    # Who comes after a player, of those who have not left the game.
    n = 1 + urem(who, PLAYERS)
    while shr(ld32(OUT), n) & 1:
        n = 1 + urem(n, PLAYERS)
    return n


def seat(who):
    # The number of a player, or 0 for none: nothing is kept for any other.
    if (who < 0) or (who > PLAYERS):
        trap()
    return who


def leave(who, won, ending):
    # Of more than two players one has won or lost; the others play on, as long as there are two.
    out = ld32(OUT)
    if ld32(OVER) or (shr(out, who) & 1):
        return 0
    st32(OUT, out | (1 << who))
    if won and (ld32(FIRST) == 0):
        st32(FIRST, who)
    if (won == 0) and (ld32(NEXT) == who):
        st32(NEXT, next_player(who))
    left = 0
    last = 0
    i = 1
    while i <= PLAYERS:
        if (shr(ld32(OUT), i) & 1) == 0:
            left = left + 1
            last = i
        i = i + 1
    if left <= 1:
        if ld32(FIRST):
            last = ld32(FIRST)
        finish(last, ending)


def finish(winner, ending):
    # The first ending that applies stands.
    if ld32(OVER):
        return 0
    st32(OVER, 1)
    st32(WINNER, winner)
    st32(ENDING, ending)


def perft(depth):
    # How many sequences of `depth` legal moves there are from here.
    n = generate()
    if depth <= 1:
        return n
    moves = ld32(TOP)
    if moves + n * 8 > STACK_END:
        trap()
    copy(moves, MOVES, n * 8)
    st32(TOP, moves + n * 8)
    total = 0
    i = 0
    while i < n:
        a = moves + i * 8
        push()
        advance(ld16s(a), ld16s(a + 2), ld16(a + 4), ld16(a + 6))
        total = total + perft(depth - 1)
        pop()
        i = i + 1
    st32(TOP, moves)
    return total


def list_moves(count):
    # Of positions that stand one after the other where the stack begins: for each, as long as there
    # is room, how many legal moves it has, and these. How many positions were done.
    i = 0
    while i < count:
        top = ld32(TOP)
        if (i > 0) and (top + ROOM > STACK_END):
            break
        copy(POSITION, STACK + i * POSITION_SIZE, POSITION_SIZE)
        n = generate()
        if top + 4 + n * 8 > STACK_END:
            trap()
        st32(top, n)
        copy(top + 4, MOVES, n * 8)
        st32(TOP, top + 4 + n * 8)
        i = i + 1
    return i


def spread(count):
    # The same with the positions after each of the moves, in their order, behind the moves.
    i = 0
    while i < count:
        top = ld32(TOP)
        copy(POSITION, STACK + i * POSITION_SIZE, POSITION_SIZE)
        n = generate()
        if top + 4 + n * (8 + POSITION_SIZE) + ROOM > STACK_END:
            break
        st32(top, n)
        copy(top + 4, MOVES, n * 8)
        after = top + 4 + n * 8
        st32(TOP, after + n * POSITION_SIZE)
        j = 0
        while j < n:
            a = top + 4 + j * 8
            copy(POSITION, STACK + i * POSITION_SIZE, POSITION_SIZE)
            advance(ld16s(a), ld16s(a + 2), ld16(a + 4), ld16(a + 6))
            copy(after + j * POSITION_SIZE, POSITION, POSITION_SIZE)
            j = j + 1
        i = i + 1
    return i


def seed(number):
    # Any number gives a state that is not 0 (a mixing step of MurmurHash3, Appleby 2011).
    x = number ^ shr(number, 16)
    x = wrap(x * -2048144789)
    x = x ^ shr(x, 13)
    x = wrap(x * -1028477387)
    x = x ^ shr(x, 16)
    if x == 0:
        x = 1
    st32(RANDOM, x)


def random(limit):
    # A number below `limit` (xorshift32, Marsaglia 2003).
    x = ld32(RANDOM)
    x = wrap(x ^ (x << 13))
    x = x ^ shr(x, 17)
    x = wrap(x ^ (x << 5))
    st32(RANDOM, x)
    return urem(x, limit)


def play_on(plies):
    # Play at random from here, so many plies at most; the number of plies since the start.
    last = ld32(PLIES) + plies
    st32(AT_RANDOM, 1)
    st32(CHOSEN, 0)
    while (ld32(OVER) == 0) and (ld32(PLIES) < last):
        step_at_random()
    st32(AT_RANDOM, 0)
    return ld32(PLIES)


def playout():
    # Play at random to the end from the start; the number of plies.
    reset()
    return play_on(ENDLESS)


def clear_results():
    fill(RESULTS, 0, RESULTS_SIZE)
    st32(CHECK, 0)


def playouts(count, first):
    # Games numbered from `first`, each with its own seed, added to RESULTS; the number of plies.
    total = 0
    i = 0
    while i < count:
        seed(first + i)
        total = total + playout()
        a = RESULTS + ld32(WINNER) * 4
        st32(a, ld32(a) + 1)
        st32(CHECK, wrap(ld32(CHECK) * 31 + checksum()))
        i = i + 1
    return total


def checksum():
    # A number that depends on the whole position.
    x = 0
    i = 0
    while i < POSITION_SIZE:
        x = wrap(x * 31 + ld32(POSITION + i))
        i = i + 4
    return x
