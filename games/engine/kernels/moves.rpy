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


def copy_header(to, frm):
    mv_from[to] = mv_from[frm]
    mv_to[to] = mv_to[frm]
    mv_mover[to] = mv_mover[frm]
    mv_label[to] = mv_label[frm]
    mv_flags[to] = mv_flags[frm]
    mv_level[to] = mv_level[frm]
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


def list_strike(at, value):
    # Take a value out of a list, once: whether it was there.
    n = load32(at)
    for i in range(n):
        if load32(at + 4 + i * 4) == value:
            store32(at + 4 + i * 4, load32(at + n * 4))
            store32(at, n - 1)
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


def new_set():
    # Room for a list of different sites that also says where each stands in it.
    at = game.list_top
    if at + (2 * TOTAL + 1) * 4 > LIST_STACK_END:
        trap()
    game.list_top = at + (2 * TOTAL + 1) * 4
    store32(at, 0)
    return at


def set_has(at, site):
    # Where no site was noted, memory holds anything: the list itself decides.
    if (site < 0) or (site >= TOTAL):
        return list_has(at, site)
    return set_holds(at, site)


def set_add(at, site):
    # A site that is not in the list yet.
    if (site >= 0) and (site < TOTAL):
        store32(at + (TOTAL + 1 + site) * 4, load32(at))
    return list_add(at, site)


def set_add_new(at, site):
    if set_has(at, site):
        return 0
    return set_add(at, site)


def set_holds(at, site):
    # As set_has, of a site that there is.
    n = load32(at + (TOTAL + 1 + site) * 4)
    if (n < 0) or (n >= load32(at)):
        return 0
    return load32(at + 4 + n * 4) == site


def set_join(at, site):
    # As set_add_new, of a site that there is.
    n = load32(at + (TOTAL + 1 + site) * 4)
    count = load32(at)
    if (n >= 0) and (n < count):
        if load32(at + 4 + n * 4) == site:
            return 0
    return set_put(at, site)


def set_put(at, site):
    # As set_add, of a site that there is.
    count = load32(at)
    store32(at + (TOTAL + 1 + site) * 4, count)
    store32(at + 4 + count * 4, site)
    store32(at, count + 1)
    return 0


def list_index(at, value):
    # Where a value stands in a list; 0 where it does not.
    for i in range(load32(at)):
        if load32(at + 4 + i * 4) == value:
            return i
    return 0


def list_remove(at, value):
    # A value leaves a list; those behind it move up.
    kept = 0
    for i in range(load32(at)):
        found = load32(at + 4 + i * 4)
        if found != value:
            store32(at + 4 + kept * 4, found)
            kept = kept + 1
    store32(at, kept)
    return 0


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
