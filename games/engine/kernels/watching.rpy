# Of moves that must pass a test, those are not tried that change nothing the test looks at.
#
# The test is asked once in the position before the moves, by copies of its functions that note the
# sites and kinds of piece which the answer depends on (games.engine.passes.watch).


def clear_watch():
    for site in range(TOTAL):
        watched[site] = 0
    for kind in range(KINDS):
        watched_kinds[kind] = 0
    game.watch_marks = -1
    game.distrusted = 0
    return 0


def saw_site(site):
    if (site < 0) or (site >= TOTAL):
        return distrust()
    watched[site] = 1
    return 0


def distrust():
    # The answer depends on something that any move may change.
    game.distrusted = 1
    return 0


def saw_memory(address):
    if (address >= STATE_START) and (address < STATE_START + STATE_SIZE):
        game.distrusted = 1
    return 0


def saw_sites(address, bits):
    # Those of 16 sites that were found, by the address of the first.
    first = address - WHAT_BASE
    if (first < 0) or (first >= TOTAL):
        game.distrusted = 1
        return bits
    found = bits
    while found:
        if first + lowest(found) < TOTAL:
            watched[first + lowest(found)] = 1
        found = found & (found - 1)
    return bits


def saw_marked(address, bits, marks):
    # The same, of the kinds that a table marks: such a piece that comes to a site would be found.
    if marks != game.watch_marks:
        game.watch_marks = marks
        for kind in range(KINDS):
            if load8(marks + kind):
                watched_kinds[kind] = 1
    return saw_sites(address, bits)


def saw_equal(address, bits, value):
    if (value & 255) < KINDS:
        watched_kinds[value & 255] = 1
    return saw_sites(address, bits)


def is_watched(site):
    if (site < 0) or (site >= TOTAL):
        return 1
    return watched[site]


def keeps_answer(m):
    # Whether a move only takes pieces from sites, and to sites, that are not watched.
    moved = 0
    k = mv_head[m]
    while k >= 0:
        op = act_op[k]
        a = act_a[k]
        if is_watched(a):
            return 0
        if op == OP_MOVE:
            if moved or is_watched(act_c[k]) or watched_kinds[what[a]]:
                return 0
            moved = 1
        elif op != OP_REMOVE:
            return 0
        k = act_next[k]
    if mv_thens[m]:
        return keeps_after(m)
    return 1


def keeps_after(m):
    # The same of what follows a move between two sites, which is made there and taken back.
    frm = mv_from[m]
    to = mv_to[m]
    if is_watched(frm) or is_watched(to) or (is_between(m, frm, to) == 0):
        return 0
    last_from = game.last_from
    last_to = game.last_to
    what_from = what[frm]
    what_to = what[to]
    state_from = state[frm]
    state_to = state[to]
    value_from = value[frm]
    value_to = value[to]
    if ROTATIONS:
        rotation_from = rotation[frm]
        rotation_to = rotation[to]
    k = mv_head[m]
    while k >= 0:
        if act_op[k] == OP_MOVE:
            do_move(act_a[k], act_b[k], act_c[k], act_d[k])
        else:
            do_remove(act_a[k], act_b[k])
        k = act_next[k]
    game.last_from = frm
    game.last_to = to
    kept = follows_harmlessly(m)
    game.last_from = last_from
    game.last_to = last_to
    what[frm] = what_from
    what[to] = what_to
    state[frm] = state_from
    state[to] = state_to
    value[frm] = value_from
    value[to] = value_to
    if ROTATIONS:
        rotation[frm] = rotation_from
        rotation[to] = rotation_to
    return kept


def is_between(m, frm, to):
    # Whether a move only concerns these sites.
    k = mv_head[m]
    while k >= 0:
        a = act_a[k]
        if (a != frm) and (a != to):
            return 0
        if act_op[k] == OP_MOVE:
            if (act_c[k] != frm) and (act_c[k] != to):
                return 0
        k = act_next[k]
    return 1


def follows_harmlessly(m):
    start = game.move_count
    actions = game.action_count
    kept = 1
    for i in range(mv_thens[m]):
        if game.move_count == start:
            dispatch(FORESEEN, mv_then[m * MAX_THENS + i])
        else:
            kept = 0
    for n in range(start, game.move_count):
        if is_harmless(n) == 0:
            kept = 0
    if game.distrusted:
        game.distrusted = 0
        kept = 0
    game.move_count = start
    game.action_count = actions
    return kept


def is_harmless(n):
    # Whether what follows only changes pieces where they stand, on sites that are not watched.
    if mv_thens[n]:
        return 0
    k = mv_head[n]
    while k >= 0:
        if is_watched(act_a[k]):
            return 0
        if act_op[k] == OP_PROMOTE:
            if (act_c[k] <= 0) or (act_c[k] >= KINDS):
                return 0
            if watched_kinds[act_c[k]]:
                return 0
        elif act_op[k] != OP_STATE:
            return 0
        k = act_next[k]
    return 1


def keep_watched(start, test, answer):
    # The moves from `start` on that pass a test, whose answer before them is known.
    if game.distrusted or watched_kinds[0]:
        return keep_moves(start, test)
    kept = start
    last = game.move_count
    for m in range(start, last):
        fits = answer
        if keeps_answer(m) == 0:
            fits = dispatch(FITS, test, m)
        if fits:
            if kept < m:
                move_header(kept, m)
            kept = kept + 1
    game.move_count = kept
    return 0
