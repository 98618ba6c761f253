# Moves as they are generated: a header for each, and a chain of actions that change the position.
#
# Read by games.engine.ir.reader, never imported. A move's actions are fixed when it is generated;
# what its `then`s do is found out when it has been played.


def new_move(frm, to):
    n = game.move_count
    if n >= MAX_MOVES:
        trap()
    mv_from[n] = frm
    mv_to[n] = to
    mv_mover[n] = game.mover
    mv_label[n] = 0
    mv_flags[n] = 0
    mv_level[n] = 0
    mv_head[n] = -1
    mv_tail[n] = -1
    mv_thens[n] = 0
    game.move_count = n + 1
    return n


def new_action(op, a, b, c, d, e):
    k = game.action_count
    if k >= MAX_ACTIONS:
        trap()
    act_next[k] = -1
    act_op[k] = op
    act_a[k] = a
    act_b[k] = b
    act_c[k] = c
    act_d[k] = d
    act_e[k] = e
    game.action_count = k + 1
    return k


def act(op, a, b, c, d, e):
    # An action behind the others of the newest move.
    return link(game.move_count - 1, new_action(op, a, b, c, d, e))


def link(n, k):
    if mv_tail[n] < 0:
        mv_head[n] = k
    else:
        act_next[mv_tail[n]] = k
    mv_tail[n] = k
    return 0


def copy_action(k):
    return new_action(act_op[k], act_a[k], act_b[k], act_c[k], act_d[k], act_e[k])


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


def copy_header(to, frm):
    mv_from[to] = mv_from[frm]
    mv_to[to] = mv_to[frm]
    mv_mover[to] = mv_mover[frm]
    mv_label[to] = mv_label[frm]
    mv_flags[to] = mv_flags[frm]
    mv_level[to] = mv_level[frm]
    return 0


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


def add_then(start, then):
    # A `then` of the ludeme that generated the moves from `start` on.
    for m in range(start, game.move_count):
        add_one_then(m, then)
    return 0


def add_one_then(m, then):
    if mv_thens[m] >= MAX_THENS:
        trap()
    mv_then[m * MAX_THENS + mv_thens[m]] = then
    mv_thens[m] = mv_thens[m] + 1
    return 0


def prepend(start, first, last):
    # The actions of the moves from `first` up to `last` go before those of the moves from `start` on.
    for m in range(start, game.move_count):
        head = mv_head[m]
        tail = mv_tail[m]
        mv_head[m] = -1
        mv_tail[m] = -1
        for p in range(first, last):
            k = mv_head[p]
            while k >= 0:
                link(m, copy_action(k))
                k = act_next[k]
            for i in range(mv_thens[p]):
                link(m, new_action(OP_THEN, mv_then[p * MAX_THENS + i], 0, 0, 0, 0))
        if head >= 0:
            link(m, head)
            mv_tail[m] = tail
    return 0


def move_header(to, frm):
    # Move `frm` takes the place of move `to` in the list.
    copy_header(to, frm)
    mv_head[to] = mv_head[frm]
    mv_tail[to] = mv_tail[frm]
    mv_thens[to] = mv_thens[frm]
    for i in range(mv_thens[frm]):
        mv_then[to * MAX_THENS + i] = mv_then[frm * MAX_THENS + i]
    return 0


def keep_moves(start, test):
    # Of the moves from `start` on those stay that pass a test.
    kept = start
    last = game.move_count
    for m in range(start, last):
        if dispatch(FITS, test, m):
            if kept < m:
                move_header(kept, m)
            kept = kept + 1
    game.move_count = kept
    return 0


def some_fits(start, test):
    # Whether one of the moves from `start` on passes a test; all of them are forgotten.
    last = game.move_count
    for m in range(start, last):
        if dispatch(FITS, test, m):
            return 1
    game.move_count = start
    return 0


def drop_moves(first, last):
    # The moves from `first` up to `last` leave the list; those behind them move up.
    gap = last - first
    if gap == 0:
        return 0
    for m in range(last, game.move_count):
        move_header(m - gap, m)
    game.move_count = game.move_count - gap
    return 0


def set_mover(start, who):
    for m in range(start, game.move_count):
        mv_mover[m] = who
    return 0


def add_pass(flags):
    n = new_move(-1, -1)
    mv_flags[n] = FLAG_PASS | flags
    return n


def push_state():
    top = game.state_top
    if top + STATE_SIZE > STATE_STACK_END:
        trap()
    copy(top, STATE_START, STATE_SIZE)
    game.state_top = top + STATE_SIZE
    return top


def pop_state():
    top = game.state_top - STATE_SIZE
    game.state_top = top
    copy(STATE_START, top, STATE_SIZE)
    return 0


def new_list(size):
    # Room for a list of sites on the stack of lists: its address, where the count stands.
    at = game.list_top
    if at + (size + 1) * 4 > LIST_STACK_END:
        trap()
    game.list_top = at + (size + 1) * 4
    store32(at, 0)
    return at


def list_add(at, value):
    n = load32(at)
    store32(at + 4 + n * 4, value)
    store32(at, n + 1)
    return 0


def list_has(at, value):
    for i in range(load32(at)):
        if load32(at + 4 + i * 4) == value:
            return 1
    return 0


def list_add_in_order(at, value):
    # A value among smaller ones, once.
    if list_has(at, value):
        return 0
    i = load32(at)
    while (i > 0) and (load32(at + i * 4) > value):
        store32(at + 4 + i * 4, load32(at + i * 4))
        i = i - 1
    store32(at + 4 + i * 4, value)
    store32(at, load32(at) + 1)
    return 0


def list_add_new(at, value):
    if list_has(at, value):
        return 0
    return list_add(at, value)


def list_take(at, other):
    # The values of another list, which is empty afterwards.
    n = load32(other)
    for i in range(n):
        store32(at + 4 + i * 4, load32(other + 4 + i * 4))
    store32(at, n)
    store32(other, 0)
    return n


def lists_meet(at, other):
    for i in range(load32(at)):
        if list_has(other, load32(at + 4 + i * 4)):
            return 1
    return 0


def bit(address, site):
    # Whether a site is marked in a table that begins with a mark for no site.
    if (site < 0) or (site >= TOTAL):
        return 0
    return load8(address + site + 1)


def run_moves(first, last):
    # All moves of a list are played, one after the other, as parts of one.
    for m in range(first, last):
        run_actions(m)
        for i in range(mv_thens[m]):
            run_then(mv_then[m * MAX_THENS + i])
    return 0


def try_move(m):
    # A move that is taken back again: no end rules, no change of turn.
    counted = game.move_count
    actions = game.action_count
    apply_move(m)
    game.move_count = counted
    game.action_count = actions
    return 0


def pop_state_keeping_moves():
    # Moves and actions lie outside the position, so that it alone comes back.
    return pop_state()


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
