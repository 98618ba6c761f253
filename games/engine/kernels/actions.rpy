# What the actions of a move do, and what its `then`s do after them.


def run_actions(n):
    k = mv_head[n]
    while k >= 0:
        run_action(k)
        k = act_next[k]
    return 0


def run_action(k):
    op = act_op[k]
    a = act_a[k]
    b = act_b[k]
    c = act_c[k]
    d = act_d[k]
    e = act_e[k]
    if op == OP_MOVE:
        note_last_action(a, c)
        return do_move(a, b, c, d)
    if op == OP_REMOVE:
        game.removed = game.removed + 1
        if BY_VALUE:
            note_worth(a)
        note_last_action(a, a)
        return do_remove(a, b)
    if op == OP_ADD:
        note_last_action(a, a)
        return do_add(a, b, c, d, e & 255, e >> 8)
    if op == OP_NEXT:
        game.next = a
        game.replays = 1
        return 0
    if op == OP_THEN:
        return run_then(a)
    return run_other_action(op, a, b, c, d, e)


def run_other_action(op, a, b, c, d, e):
    if op == OP_MOVE_COUNT:
        note_last_action(a, b)
        return do_move_count(a, b, c)
    if op == OP_MOVE_STACK:
        note_last_action(a, b)
        return do_move_stack(a, b, c)
    if op == OP_COPY:
        note_last_action(a, b)
        return do_copy(a, b)
    if op == OP_REMOVE_LATER:
        game.removed = game.removed + 1
        if BY_VALUE:
            note_worth(a)
        note_last_action(a, a)
        captured[a] = captured[a] + 1
        return 0
    if op == OP_PROMOTE:
        note_last_action(a, a)
        return do_promote(a, b, c)
    if op == OP_SELECT:
        note_last_action(a, b)
        return 0
    if op == OP_STATE:
        note_last_action(a, a)
        return do_set_state(a, b, c)
    if op == OP_VALUE:
        note_last_action(a, a)
        return do_set_value(a, b, c)
    if op == OP_ROTATION:
        note_last_action(a, a)
        return do_set_rotation(a, b, c)
    if op == OP_COUNT:
        note_last_action(a, a)
        return do_set_count(a, b, c)
    if op == OP_INSERT:
        note_last_action(a, a)
        note_track_add(c, a, 1)
        return insert_level(a, b, c, d, 0, e)
    if op == OP_SWAP_PIECES:
        note_last_action(a, b)
        return do_swap_pieces(a, b)
    if op == OP_SWAP_PLAYERS:
        return swap_players(a, b)
    if op == OP_SCORE:
        score[a] = score[a] + b if c else b
        return 0
    if op == OP_PLAYER_VALUE:
        player_value[a] = b
        return 0
    if op == OP_AMOUNT:
        amount[a] = b
        return 0
    if op == OP_COUNTER:
        game.counter = a
        return 0
    if op == OP_POT:
        game.pot = a
        return 0
    if op == OP_VAR:
        var[a] = b
        return 0
    if op == OP_PENDING:
        if a >= PENDING_SIZE:
            trap()
        if a >= 0:
            pending[a] = 1
        game.pending_count = game.pending_count + 1
        return 0
    if op == OP_TEAM:
        team[a] = b
        return 0
    if op == OP_TRUMP:
        game.trump = a
        return 0
    if op == OP_DIE:
        die_face[a] = b
        return do_set_state(DIE_SITE[a], -1, c)
    if op == OP_TEMP:
        game.temp = a
        return 0
    if op == OP_USE_DIE:
        die_face[a] = 0
        return 0
    if op == OP_DICE_EQUAL:
        game.dice_equal = a
        return 0
    if op == OP_REMEMBER:
        return remember(a, b, c)
    if op == OP_FORGET:
        return forget(a, b)
    if op == OP_VISIT:
        visited[a] = 1
        return 0
    if op == OP_TRIGGER:
        triggered[a] = 1
        return 0
    if op == OP_TRAIL:
        return do_add(a, b, 1, 0, 0, 0)
    if op == OP_SOW:
        note_last_action(a, b)
        return do_sow(a, b)
    if op == OP_STORE:
        return store_position()
    if op == OP_HIDE:
        return do_hide(a, b, c, d)
    if op == OP_PROPOSE:
        proposed[a] = 1
        return 0
    if op == OP_VOTE:
        return do_vote(a)
    if op == OP_TAKE:
        game.removed = game.removed + 1
        if BY_VALUE:
            for i in range(b):
                note_worth(a)
        return do_take(a, b)
    if op == OP_BETWEEN:
        passed_over[a] = 1
        return 0
    if op == OP_FORGET_ALL:
        for which in range(a, b):
            memory_count[which] = 0
        return 0
    return 0


def do_vote(number):
    # The last of the players to vote decides: what more than half of them want, if anything. Then
    # proposals and votes are forgotten.
    votes[number] = votes[number] + 1
    voted = 0
    for n in range(EVENTS):
        voted = voted + votes[n]
    if voted < PLAYERS:
        return 0
    for n in range(EVENTS):
        if votes[n] * 2 > PLAYERS:
            game.decided = n + 1
        votes[n] = 0
        proposed[n] = 0
    return 0


def remember(which, number, unique):
    base = which * MEMORY
    if unique:
        for i in range(memory_count[which]):
            if memory[base + i] == number:
                return 0
    if memory_count[which] >= MEMORY:
        trap()
    memory[base + memory_count[which]] = number
    memory_count[which] = memory_count[which] + 1
    return 0


def remembers_any():
    for which in range(MEMORIES):
        if memory_count[which]:
            return 1
    return 0


def forget(which, number):
    base = which * MEMORY
    kept = 0
    done = 0
    for i in range(memory_count[which]):
        if (memory[base + i] == number) and (done == 0):
            done = 1
        else:
            memory[base + kept] = memory[base + i]
            kept = kept + 1
    memory_count[which] = kept
    return 0


def swap_players(a, b):
    # The persons change sides; the position stays as it is.
    return 0


def note_last_action(frm, to):
    game.performed_from = frm
    game.performed_to = to
    if TOUCHED:
        if frm >= 0:
            touched[frm] = touched[frm] | 1
        if to >= 0:
            touched[to] = touched[to] | 2
    return 0


def publish_last_action():
    # What rules see as the last action: that of the move itself while its `then`s are found out,
    # and the very last of all when the move is over.
    game.action_from = game.performed_from
    game.action_to = game.performed_to
    return 0


def run_then(then):
    start = game.move_count
    actions = game.action_count
    dispatch(THENS, then)
    last = game.move_count
    for m in range(start, last):
        run_actions(m)
        for i in range(mv_thens[m]):
            run_then(mv_then[m * MAX_THENS + i])
    game.move_count = start
    game.action_count = actions
    return 0


def resolve(n, first):
    # The moves from `first` on, each with all that follows from it in the position as it is, become
    # actions of move `n`. None of them sees what another does.
    last = game.move_count
    for m in range(first, last):
        push_state()
        game.last_from = mv_from[m]
        game.last_to = mv_to[m]
        flatten(n, m, 1)
        pop_state()
    game.move_count = first
    return 0


def flatten(n, m, whole):
    k = mv_head[m]
    while k >= 0:
        following = act_next[k]
        act_next[k] = -1
        if act_op[k] == OP_THEN:
            flatten_then(n, act_a[k])
        else:
            link(n, k)
            run_action(k)
        k = following
    if whole:
        publish_last_action()
    for i in range(mv_thens[m]):
        flatten_then(n, mv_then[m * MAX_THENS + i])
    return 0


def flatten_then(n, then):
    start = game.move_count
    dispatch(THENS, then)
    last = game.move_count
    for m in range(start, last):
        flatten(n, m, 0)
    game.move_count = start
    return 0


def clear_pending():
    if game.pending_count:
        for site in range(PENDING_SIZE):
            pending[site] = 0
        game.pending_count = 0
    return 0
