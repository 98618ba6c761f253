# Lists of moves: several as one, one before others, and those that go farthest.
#
# Read by games.engine.ir.reader, never imported.


def absorb(n, start):
    # The moves from `start` on become actions of move `n`, each followed by its own `then`s.
    for m in range(start, game.move_count):
        k = mv_head[m]
        while k >= 0:
            following = act_next[k]
            act_next[k] = -1
            link(n, k)
            k = following
        for i in range(mv_thens[m]):
            link(n, new_action(OP_THEN, mv_then[m * MAX_THENS + i], 0, 0, 0, 0))
    game.move_count = start
    return 0


def append_moves(n):
    # The moves behind move `n` become one, which is headed as the first of them is.
    if game.move_count == n + 1:
        game.move_count = n
        return 0
    copy_header(n, n + 1)
    return absorb(n, n + 1)


def combine(first, middle):
    # Each move from `first` up to `middle` is joined with each one behind those.
    last = game.move_count
    for i in range(first, middle):
        for j in range(middle, last):
            n = new_move(-1, -1)
            copy_header(n, i)
            join(n, i)
            join(n, j)
    return drop_moves(first, last)


def join(n, m):
    # Copies of the actions and `then`s of move `m` behind those of move `n`.
    k = mv_head[m]
    while k >= 0:
        link(n, copy_action(k))
        k = act_next[k]
    for i in range(mv_thens[m]):
        add_one_then(n, mv_then[m * MAX_THENS + i])
    return 0


def prepend(start, first, last, backwards):
    # The actions of the moves from `first` up to `last` go before those of the moves from `start` on.
    # As published, those of each stand behind as many actions as the one before it has, wherever
    # that is; before a pass each stands first.
    for m in range(start, game.move_count):
        skipped = 0
        for p in range(first, last):
            number = insert_actions(m, skipped, p)
            skipped = 0 if backwards else number
    return 0


def insert_actions(m, skipped, p):
    # Copies of what move `p` does come behind so many actions of move `m`: how many they are.
    before = -1
    k = mv_head[m]
    for i in range(skipped):
        if k >= 0:
            before = k
            k = act_next[k]
    number = 0
    k = mv_head[p]
    while k >= 0:
        before = insert_action(m, before, copy_action(k))
        k = act_next[k]
        number = number + 1
    for i in range(mv_thens[p]):
        then = new_action(OP_THEN, mv_then[p * MAX_THENS + i], 0, 0, 0, 0)
        before = insert_action(m, before, then)
        number = number + 1
    return number


def insert_action(m, before, k):
    if before < 0:
        act_next[k] = mv_head[m]
        mv_head[m] = k
    else:
        act_next[k] = act_next[before]
        act_next[before] = k
    if act_next[k] < 0:
        mv_tail[m] = k
    return k


def run_moves(first, last):
    # All moves of a list are played, one after the other, as parts of one.
    for m in range(first, last):
        run_actions(m)
        for i in range(mv_thens[m]):
            run_then(mv_then[m * MAX_THENS + i])
    return 0


def use_die_in_moves(start, die):
    for m in range(start, game.move_count):
        link(m, new_action(OP_USE_DIE, die, 0, 0, 0, 0))
    return 0


def replay_double(start, replay, pips):
    # A double that is played twice: its face is kept aside while both dice are used up.
    for m in range(start, game.move_count):
        if replay:
            link(m, new_action(OP_TEMP, pips if game.temp < 0 else -1, 0, 0, 0, 0))
        elif game.temp >= 0:
            for i in range(DICE):
                face = game.temp - 1
                if face < MAX_FACES:
                    link(m, new_action(OP_DIE, i, DIE_FACES[i * MAX_FACES + face], face, 0, 0))
    return 0


def keep_best(start, captures):
    # Of the moves from `start` on those that take most, or begin the longest rows of moves.
    end = game.move_count
    results = new_list(end - start)
    best = 0
    for m in range(start, end):
        if BY_VALUE:
            result = worth_of_row(m)
        else:
            result = captures_of(m) if captures else length_of_row(m)
        list_add(results, result)
        best = result if result > best else best
    kept = start
    for m in range(start, end):
        if load32(results + 4 + (m - start) * 4) == best:
            if kept < m:
                move_header(kept, m)
            kept = kept + 1
    game.move_count = kept
    game.list_top = results
    return 0


def captures_of(m):
    # How many pieces a move takes, with all that follows from it.
    push_state()
    game.removed = 0
    try_move(m)
    pop_state()
    return game.removed


def length_of_row(m):
    # The greatest number of moves that the mover can make in a row, beginning with move `m`.
    mover = game.mover
    push_state()
    try_move(m)
    best = 0
    if game.active_count and (game.next == mover):
        start = game.move_count
        actions = game.action_count
        best = longest_row_from_here(mover)
        game.move_count = start
        game.action_count = actions
    pop_state()
    return best + 1


def worth_of_row(m):
    # The greatest value that the mover can take in a row, with what it took before move `m`.
    mover = game.mover
    before = game.worth
    counted_at = game.worth_at
    push_state()
    game.worth_at = game.state_top
    try_move(m)
    best = game.worth
    if game.active_count and (game.next == mover):
        start = game.move_count
        actions = game.action_count
        best = longest_row_from_here(mover)
        game.move_count = start
        game.action_count = actions
    game.worth = before
    game.worth_at = counted_at
    pop_state()
    return best


def note_worth(site):
    # A piece is taken by a move of the row itself: the value that it had before that move counts.
    # As published, what goes at the end of the turn counts when it is taken and when it goes.
    if game.state_top == game.worth_at:
        game.worth = game.worth + value[site + (game.state_top - STATE_SIZE - STATE_START) // 2]
    return 0


def longest_row_from_here(mover):
    frm = ctx.from_
    to = ctx.to
    between = ctx.between
    site = ctx.site
    level = ctx.level
    player = ctx.player
    value = ctx.value
    start = game.move_count
    game.prev = mover
    game.next = active_after(mover)
    game.same_turns = game.same_turns + 1
    game.measuring = game.measuring + 1
    reset_context()
    generate_phase(phase[mover])
    game.measuring = game.measuring - 1
    best = 0
    for k in range(start, game.move_count):
        if BY_VALUE:
            far = worth_of_row(k)
        else:
            far = length_of_row(k)
        best = far if far > best else best
    ctx.from_ = frm
    ctx.to = to
    ctx.between = between
    ctx.site = site
    ctx.level = level
    ctx.player = player
    ctx.value = value
    return best


def number_of_moves():
    start = game.move_count
    actions = game.action_count
    generate_phase(phase[game.mover])
    n = game.move_count - start
    game.move_count = start
    game.action_count = actions
    return n
