# The course of a game: playing a move, ending, passing the turn, throws, counting.
#
# The program supplies `generate_phase(phase)`, `end_rules(phase)`, `next_phase(player)`, `place`
# and the functions in the table THENS.


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
        captured[a] = captured[a] + 1
        return 0
    if op == OP_PROMOTE:
        note_last_action(a, a)
        return do_promote(a, b, c)
    if op == OP_STATE:
        return do_set_state(a, b, c)
    if op == OP_VALUE:
        return do_set_value(a, b, c)
    if op == OP_ROTATION:
        return do_set_rotation(a, b, c)
    if op == OP_COUNT:
        return do_set_count(a, b, c)
    if op == OP_INSERT:
        return insert_level(a, b, c, d, 0, e)
    if op == OP_SWAP_PIECES:
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
        if (a < 0) or (a >= PENDING_SIZE):
            trap()
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
    if op == OP_PROPOSE:
        proposed[a] = 1
        return 0
    if op == OP_VOTE:
        return do_vote(a)
    if op == OP_TAKE:
        return do_take(a, b)
    if op == OP_FORGET_ALL:
        memory_count[a] = 0
        return 0
    return 0


def do_vote(number):
    # The last of the players to vote decides: what more than half of them want, if anything.
    vote[game.mover] = number + 1
    voted = 0
    same = 0
    for p in range(1, PLAYERS + 1):
        if vote[p]:
            voted = voted + 1
        if vote[p] == number + 1:
            same = same + 1
    if same * 2 > PLAYERS:
        decided[number] = 1
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
    game.action_from = frm
    game.action_to = to
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


def clear_pending():
    if game.pending_count:
        for site in range(PENDING_SIZE):
            pending[site] = 0
        game.pending_count = 0
    return 0


def apply_move(n):
    # The move with all that follows from it, before the end rules and the change of turn.
    clear_pending()
    game.replays = 0
    frm = mv_from[n]
    to = mv_to[n]
    flags = mv_flags[n]
    level = mv_level[n]
    run_actions(n)
    who = mv_mover[n]
    game.moves_played = game.moves_played + 1
    game.last_from = frm
    game.last_to = to
    game.last_level = level
    game.last_flags = flags
    game.last_mover = who
    last_from_of[who] = frm
    last_to_of[who] = to
    if VISITS:
        if frm >= 0:
            visited[frm] = 1
        if to >= 0:
            visited[to] = 1
    for i in range(mv_thens[n]):
        run_then(mv_then[n * MAX_THENS + i])
    if SEQUENCES:
        if game.replays == 0:
            take_captured()
    return 0


def take_captured():
    for site in range(SITES):
        if captured[site]:
            if STACKS:
                while captured[site] and size[site]:
                    captured[site] = captured[site] - 1
                    do_remove(site, captured[site])
            else:
                do_remove(site, -1)
            captured[site] = 0
    return 0


def play(n):
    mover = game.mover
    flags = mv_flags[n]
    if (flags & FLAG_PASS) and (stale[mover] == 0):
        compute_stale()
    apply_move(n)
    return finish(mover, flags)


def finish(mover, flags):
    if game.active_count:
        end_rules(phase[game.mover])
    game.losses_now = 0
    game.wins_now = 0
    if game.active_count and (turns_over()):
        draw()
    if game.active_count == 0:
        game.prev = mover
    else:
        for p in range(1, PLAYERS + 1):
            next_phase(p)
    game.counter = game.counter + 1
    if game.active_count == 0:
        game.move_count = 0
        return 0
    return pass_turn(mover, flags)


def turns_over():
    if game.turns >= MAX_TURNS * PLAYERS:
        return 1
    return game.moves_played >= MAX_PLIES


def pass_turn(mover, flags):
    if VISITS:
        if game.mover != game.next:
            for site in range(TOTAL):
                visited[site] = 0
    game.prev = mover
    game.mover = game.next
    if (game.prev == game.mover) and ((flags & FLAG_SWAP) == 0):
        game.same_turns = game.same_turns + 1
    else:
        game.same_turns = 0
        game.turns = game.turns + 1
    game.next = active_after(game.mover)
    game.passes = game.passes + 1 if flags & FLAG_PASS else 0
    if REPEATS:
        record_position(mover)
    game.move_count = 0
    game.action_count = 0
    return 0


def active_after(who):
    after = who % PLAYERS + 1
    while active[after] == 0:
        after = after % PLAYERS + 1
    return after


def hash_position(seed):
    # What stands on the sites, and nothing of whose turn it is.
    h = seed
    for at in range(HASHED_START, HASHED_END):
        h = (h ^ load8(at)) * 16777619
    return h


def record_position(mover):
    # Positions are recorded as a turn ends (`in the game`), or within a turn.
    if game.mover == mover:
        if REPEATS_IN_TURN == 0:
            return 0
    elif REPEATS_IN_TURN:
        game.seen_count = 0
    n = game.seen_count
    if n >= MAX_SEEN:
        return 0
    seen[n * 2] = position_hash(0)
    seen[n * 2 + 1] = position_hash(1)
    game.seen_count = n + 1
    return 0


def position_hash(which):
    h = hash_position(which * 97 + 5)
    if SITUATIONAL:
        h = (h ^ game.mover) * 16777619
    return h


def was_seen():
    a = position_hash(0)
    b = position_hash(1)
    for i in range(game.seen_count):
        if (seen[i * 2] == a) and (seen[i * 2 + 1] == b):
            return 1
    return 0


def generate():
    # All legal moves of the player to move; a pass where there is none.
    game.move_count = 0
    game.action_count = 0
    if game.active_count == 0:
        return 0
    reset_context()
    generate_phase(phase[game.mover])
    if NO_REPEAT:
        drop_repeats()
    if SWAP_RULE:
        add_swap()
    stale[game.mover] = game.move_count == 0
    if game.move_count == 0:
        add_pass(FLAG_FORCED)
    return game.move_count


def drop_repeats():
    # Moves that would bring a position back are not legal.
    kept = 0
    for m in range(game.move_count):
        push_state()
        try_move(m)
        again = 0
        if (mv_flags[m] & FLAG_PASS) == 0:
            again = was_seen()
        pop_state()
        if again == 0:
            if kept < m:
                move_header(kept, m)
            kept = kept + 1
    game.move_count = kept
    return kept


def add_swap():
    # After the first move of a game the second player may take the first one's side instead.
    if (game.mover == 2) and (game.moves_played == 1):
        n = new_move(-1, -1)
        mv_flags[n] = FLAG_SWAP
        act(OP_SWAP_PLAYERS, 1, 2, 0, 0, 0)
    return 0


def compute_stale():
    # Whether the player to move has no move at all.
    start = game.move_count
    actions = game.action_count
    generate_phase(phase[game.mover])
    stale[game.mover] = game.move_count == start
    game.move_count = start
    game.action_count = actions
    return 0


def next_has_no_moves():
    # Whether the next player will have none, asked before the turn passes.
    if game.asking_next:
        return 0
    prev = game.prev
    mover = game.mover
    after = game.next
    if game.active_count:
        set_turn(after)
        game.prev = mover
    game.asking_next = 1
    compute_stale()
    game.asking_next = 0
    game.prev = prev
    game.mover = mover
    game.next = after
    return stale[after]


def set_turn(who):
    # It is that player's turn, with those before and after.
    game.mover = who
    game.next = active_after(who)
    before = who - 1 if who > 1 else PLAYERS
    game.prev = before
    return 0


def rank_taken(r):
    for p in range(1, PLAYERS + 1):
        if rank[p] == r:
            return 1
    return 0


def next_win_rank():
    # Ranks are counted in halves: 2 is the first place, 3 a first place shared by two.
    r = 2
    while rank_taken(r):
        r = r + 2
    return r


def next_loss_rank():
    r = PLAYERS * 2
    while rank_taken(r):
        r = r - 2
    return r


def leave(who):
    if active[who]:
        active[who] = 0
        game.active_count = game.active_count - 1
    return 0


def leave_all():
    for p in range(1, PLAYERS + 1):
        active[p] = 0
    game.active_count = 0
    return 0


def only_active():
    if game.active_count != 1:
        return 0
    for p in range(1, PLAYERS + 1):
        if active[p]:
            return p
    return 0


def first_ranked():
    # The winner: who has the best rank, and that alone.
    best = 0
    for p in range(1, PLAYERS + 1):
        if rank[p] and ((best == 0) or (rank[p] < rank[best])):
            best = p
    if best and (rank[best] != 2):
        best = 0
    return best


def win(who):
    if (who < 1) or (who > PLAYERS):
        return 0
    if active[who] == 0:
        return 0
    leave(who)
    rank[who] = next_win_rank()
    other = only_active()
    if other:
        rank[other] = rank[who] + 2
        leave_all()
    if game.active_count == 0:
        game.winner = first_ranked()
    game.wins_now = game.wins_now + 1
    return 0


def win_all():
    for p in range(1, PLAYERS + 1):
        if rank[p] == 0:
            rank[p] = 2
    leave_all()
    game.winner = 0
    return 0


def lose(who):
    if (who < 1) or (who > PLAYERS):
        return 0
    if active[who] == 0:
        return 0
    leave(who)
    if (game.next == who) and game.active_count:
        game.next = active_after(who)
    if PLAYERS == 1:
        leave_all()
        game.winner = 0
        return 0
    rank[who] = next_loss_rank()
    other = only_active()
    if other:
        rank[other] = next_win_rank()
        leave(other)
    if game.active_count == 0:
        game.winner = first_ranked()
    game.losses_now = game.losses_now + 1
    return 0


def lose_all():
    for p in range(1, PLAYERS + 1):
        if rank[p] == 0:
            rank[p] = PLAYERS * 2
    leave_all()
    game.winner = 0
    return 0


def draw():
    total = 0
    free = 0
    for p in range(1, PLAYERS + 1):
        if rank[p] == 0:
            free = free + 1
    r = next_win_rank()
    for p in range(1, PLAYERS + 1):
        if rank[p] == 0:
            rank[p] = r + free - 1
    leave_all()
    game.winner = 0
    for p in range(1, PLAYERS + 1):
        if rank[p] == 2:
            game.winner = p
    return total


def tie():
    leave_all()
    game.winner = PLAYERS + 1
    return 0


def abandon():
    leave_all()
    game.winner = -1
    return 0


def result(who, kind):
    # A result of an end rule, where that player is still in the game.
    if (who != PLAYERS + 1) and (kind != RESULT_DRAW):
        if active[who] == 0:
            return 0
    if kind == RESULT_WIN:
        return win_all() if who == PLAYERS + 1 else win(who)
    if kind == RESULT_LOSS:
        return lose_all() if who == PLAYERS + 1 else lose(who)
    if kind == RESULT_TIE:
        return tie()
    if kind == RESULT_ABANDON:
        return abandon()
    return draw()


def passed_all_round():
    # Where nothing else is said, a round of passes is a draw.
    if game.active_count and ALL_PASS_ENDS:
        if all_passed():
            draw()
    return 0


def all_passed():
    passes = game.passes + 1 if game.last_flags & FLAG_PASS else 0
    return passes >= PLAYERS


def by_score(low):
    # Players are ranked by their scores; equal scores share a place.
    for p in range(1, PLAYERS + 1):
        better = 0
        equal = 0
        for q in range(1, PLAYERS + 1):
            if (score[q] < score[p]) if low else (score[q] > score[p]):
                better = better + 1
            if score[q] == score[p]:
                equal = equal + 1
        rank[p] = (better + 1) * 2 + equal - 1
    leave_all()
    game.winner = first_ranked()
    return 0


def roll():
    # All dice fall as the throw supplied says; without one the game waits for it.
    if game.throw_ready == 0:
        game.throw_needed = 1
        return 0
    for set in range(DICE_SETS):
        first = DICE_FIRST[set]
        same = 1
        for i in range(first, DICE_FIRST[set + 1]):
            if thrown[first] != thrown[i]:
                same = 0
            act(OP_DIE, i, DIE_FACES[i * MAX_FACES + thrown[i]], thrown[i], 0, 0)
        act(OP_DICE_EQUAL, same, 0, 0, 0, 0)
    return 0


def leaves(depth):
    # Perft: the number of games of `depth` plies from here.
    n = generate()
    if depth <= 1:
        return n
    total = 0
    for m in range(n):
        push_state()
        play(m)
        total = total + leaves(depth - 1)
        pop_state()
        generate()
    return total


def random_ply():
    # A random move, from the generator's seed; the number of moves that there were.
    n = generate()
    if n == 0:
        return 0
    game.seed = game.seed ^ (game.seed << 13)
    game.seed = game.seed ^ ((game.seed >> 17) & 32767)
    game.seed = game.seed ^ (game.seed << 5)
    chosen = ((game.seed >> 8) & 8388607) % n
    play(chosen)
    return n


def random_game(plies):
    # A random game of at most that many plies: how many moves were generated.
    total = 0
    for i in range(plies):
        if game.active_count == 0:
            return total
        total = total + random_ply()
    return total


def start():
    # The position that a game begins from.
    for i in range(STATE_WORDS):
        store32(STATE_START + i * 4, 0)
    game.move_count = 0
    game.action_count = 0
    game.state_top = STATE_STACK
    game.list_top = LIST_STACK
    game.seen_count = 0
    game.asking_next = 0
    game.mover = 1
    game.prev = 0
    game.turns = 1
    game.temp = -1
    for p in range(1, PLAYERS + 1):
        active[p] = 1
        phase[p] = FIRST_PHASE[p]
    game.active_count = PLAYERS
    game.next = active_after(1)
    reset_context()
    game.last_from = -1
    game.last_to = -1
    game.action_from = -1
    game.action_to = -1
    place()
    game.moves_played = 0
    return 0


def is_cycle():
    # Whether the position has been there before, twice.
    a = position_hash(0)
    b = position_hash(1)
    times = 0
    for i in range(game.seen_count):
        if (seen[i * 2] == a) and (seen[i * 2 + 1] == b):
            times = times + 1
    return times >= 2
