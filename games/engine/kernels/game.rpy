# The course of a game: playing a move, ending, passing the turn, throws, counting.
#
# The program supplies `generate_phase(phase)`, `end_rules(phase)`, `next_phase(player)`, `place`
# and the functions in the table THENS.


def apply_move(n):
    # The move with all that follows from it, before the end rules and the change of turn.
    clear_pending()
    if TOUCHED:
        for site in range(TOTAL):
            touched[site] = 0
    if LAST_BETWEEN:
        for site in range(TOTAL):
            passed_over[site] = 0
    game.replays = 0
    frm = mv_from[n]
    to = mv_to[n]
    flags = mv_flags[n]
    level = mv_level[n]
    run_actions(n)
    publish_last_action()
    who = mv_mover[n]
    game.moves_played = game.moves_played + 1
    game.last_from = frm
    game.last_to = to
    game.last_level = level
    if LEVELS_TO:
        game.last_level_to = level_to(n)
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
    publish_last_action()
    if SEQUENCES:
        if game.replays == 0:
            take_captured()
    return 0


def level_to(n):
    # The level that a move names to go to, or that it chooses; the lowest where it names none.
    k = mv_head[n]
    while k >= 0:
        if act_op[k] == OP_MOVE:
            return act_d[k] if act_d[k] > 0 else 0
        if act_op[k] == OP_SELECT:
            return mv_level[n]
        k = act_next[k]
    return 0


def take_captured():
    for site in range(SITES):
        if captured[site]:
            if STACKS:
                while captured[site] and size[site]:
                    captured[site] = captured[site] - 1
                    do_remove(site, captured[site] if captured[site] < size[site] - 1 else -1)
            else:
                if BY_VALUE and what[site]:
                    note_worth(site)
                do_remove(site, -1)
            captured[site] = 0
    return 0


def play(n):
    if SEEDED:
        game.drawn = (thrown[0] + 1) * 747796405
    if ARRANGED:
        if game.to_arrange:
            return arranged()
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
    game.passes = passes_with(flags, mover)
    goes_on = game.prev == mover
    game.prev = mover
    game.mover = game.next
    if (game.prev == game.mover) and ((flags & FLAG_SWAP) == 0):
        game.same_turns = game.same_turns + 1
    else:
        game.same_turns = 0
        game.turns = game.turns + 1
    game.next = active_after(game.mover)
    if REPEATS:
        record_position(goes_on)
    game.move_count = 0
    game.action_count = 0
    return 0


def active_after(who):
    after = who % PLAYERS + 1
    while active[after] == 0:
        after = after % PLAYERS + 1
    return after


def hash_position():
    # Two numbers for what stands on the sites, and nothing of whose turn it is; two more at work
    # on every other word, so that none has to wait for the one before.
    a = 5
    b = 102
    c = 1597
    d = 28657
    for i in range(HASHED_PAIRS):
        word = load32(HASHED_START + i * 8)
        other = load32(HASHED_START + i * 8 + 4)
        a = (a ^ word) * 16777619
        b = (b ^ word) * 374761393
        c = (c ^ other) * 16777619
        d = (d ^ other) * 374761393
        a = a ^ ((a >> 15) & 131071)
        b = b ^ ((b >> 13) & 524287)
        c = c ^ ((c >> 15) & 131071)
        d = d ^ ((d >> 13) & 524287)
    for i in range(HASHED_BYTES):
        last = load8(HASHED_START + HASHED_PAIRS * 8 + i)
        a = (a ^ last) * 16777619
        b = (b ^ last) * 374761393
    game.hash_first = (a ^ c) * 16777619 ^ c
    game.hash_second = (b ^ d) * 374761393 ^ d
    return 0


def store_position():
    hash_position()
    stored[0] = game.hash_first
    stored[1] = game.hash_second
    stored[2] = game.temp
    return 0


def leads_to_stored(m):
    # Whether a move brings back the pieces that were remembered, and the number kept aside.
    first = stored[0]
    second = stored[1]
    aside = stored[2]
    push_state()
    try_move(m)
    back = 0
    hash_position()
    if (game.temp == aside) and (game.hash_first == first) and (game.hash_second == second):
        back = 1
    pop_state_keeping_moves()
    return back


def avoid_stored(start):
    # The moves from `start` on but those that bring back the position that was remembered.
    kept = start
    for m in range(start, game.move_count):
        if leads_to_stored(m) == 0:
            if kept < m:
                move_header(kept, m)
            kept = kept + 1
    game.move_count = kept
    return 0


def record_position(goes_on):
    # As published, the position after the first move of a turn is recorded (`in the game`), or those
    # since the first move of the last turn.
    if goes_on:
        if REPEATS_IN_TURN == 0:
            return 0
    elif REPEATS_IN_TURN:
        game.seen_count = 0
    n = game.seen_count
    if n >= MAX_SEEN:
        return 0
    hash_situation()
    seen[n * 2] = game.hash_first
    seen[n * 2 + 1] = game.hash_second
    game.seen_count = n + 1
    return 0


def hash_situation():
    # The same, and of whose turn it is where the rules look at that.
    hash_position()
    if SITUATIONAL:
        game.hash_first = (game.hash_first ^ game.mover) * 16777619
        game.hash_second = (game.hash_second ^ game.mover) * 374761393
    return 0


def times_seen(most):
    # How often the position has been there before; no more than `most` are looked for.
    hash_situation()
    a = game.hash_first
    b = game.hash_second
    times = 0
    for i in range(game.seen_count):
        if (seen[i * 2] == a) and (seen[i * 2 + 1] == b):
            times = times + 1
            if times == most:
                return times
    return times


def generate():
    # All legal moves of the player to move; a pass where there is none.
    game.move_count = 0
    game.action_count = 0
    return generate_more()


def generate_more():
    # The same behind the moves that there are: how many more there are.
    first = game.move_count
    if game.active_count == 0:
        return 0
    reset_context()
    if SEEDED:
        game.drawn = (thrown[0] + 1) * 1103515245
    if ARRANGED:
        if game.to_arrange:
            add_pass(FLAG_FORCED)
            return 1
    generate_phase(phase[game.mover])
    if NO_REPEAT:
        drop_repeats(first)
    if SWAP_RULE:
        add_swap()
    stale[game.mover] = game.move_count == first
    if game.move_count == first:
        add_pass(FLAG_FORCED)
    return game.move_count - first


def drop_repeats(first):
    # Moves from number `first` on that would bring a position back are not legal.
    kept = first
    last = game.move_count
    for m in range(first, last):
        if repeats(m) == 0:
            if kept < m:
                move_header(kept, m)
            kept = kept + 1
    game.move_count = kept
    return kept


def repeats(m):
    # Whether a move, other than a pass, would bring a position back.
    if mv_flags[m] & FLAG_PASS:
        return 0
    push_state()
    try_move(m)
    again = times_seen(1)
    pop_state()
    return again


def may_swap():
    # Whether the rules allow it, and the first move of the game has just been played.
    return SWAP_RULE and (game.mover == 2) and (game.moves_played == 1)


def add_swap():
    # The second player may take the first one's side instead of moving.
    if may_swap():
        n = new_move(-1, -1)
        mv_flags[n] = FLAG_SWAP
        act(OP_SWAP_PLAYERS, 1, 2, 0, 0, 0)
    return 0


def compute_stale():
    # Whether the player to move has no move at all.
    stale[game.mover] = not any_move(generate_phase, phase[game.mover])
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


def next_has_no_moves_or_keep():
    # The same where an end rule asks. In a random game the answer is a move chosen for the next
    # player, or all moves; they stand first in the list, where the move just played has done its
    # part.
    if (game.choosing == 0) or game.asking_next or (PLAYERS != 2):
        return next_has_no_moves()
    if (DICE > 0) or NO_REPEAT or SWAP_RULE:
        return next_has_no_moves()
    prev = game.prev
    mover = game.mover
    after = game.next
    set_turn(after)
    game.prev = mover
    game.asking_next = 1
    keep_next()
    game.asking_next = 0
    game.prev = prev
    game.mover = mover
    game.next = after
    game.kept_actions = game.action_count
    return stale[after]


def keep_next():
    # How many moves are kept for the player to move; none where that stays unknown.
    if chooses_candidates():
        found = choose_candidate()
        if found == 2:
            compute_stale()
        else:
            stale[game.mover] = found == 0
        game.kept = found == 1
        return 0
    game.move_count = 0
    game.action_count = 0
    reset_context()
    generate_phase(phase[game.mover])
    game.kept = game.move_count
    stale[game.mover] = game.kept == 0
    return 0


def set_turn(who):
    # It is that player's turn, with those before and after.
    game.mover = who
    game.next = active_after(who)
    before = who - 1 if who > 1 else PLAYERS
    game.prev = before
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


def drawn_number():
    # The number that the throw supplied says; without one the game waits for it.
    if game.throw_ready == 0:
        game.throw_needed = 1
        return DIE_FACES[0]
    return DIE_FACES[thrown[0]]


def arranged():
    # The pieces stand as the number that was drawn has it. It is no move by the rules.
    if game.throw_ready == 0:
        game.throw_needed = 1
        return 0
    reset_context()
    arrange()
    game.to_arrange = 0
    return 0


def drawn_below(n):
    # A number below n for the next draw of the ply, which follows from the number thrown for it: one
    # run of numbers while moves are listed, another while one is played.
    if game.throw_ready == 0:
        game.throw_needed = 1
        return 0
    if n <= 0:
        return 0
    seed = game.seed
    game.seed = game.drawn
    found = random_below(n)
    game.drawn = game.seed
    game.seed = seed
    return found


def take_any(at):
    # A value leaves a list: any of them.
    n = at + 4 + drawn_below(load32(at)) * 4
    value = load32(n)
    store32(n, load32(at + load32(at) * 4))
    store32(at, load32(at) - 1)
    return value


def leaves(depth):
    # Perft: the number of games of `depth` plies from here.
    if depth <= 1:
        return number_of_legal_moves()
    first = game.move_count
    actions = game.action_count
    generate_more()
    last = game.move_count
    made = game.action_count
    total = 0
    for m in range(first, last):
        push_state()
        play(m)
        game.move_count = last
        game.action_count = made
        total = total + leaves(depth - 1)
        pop_state()
    game.move_count = first
    game.action_count = actions
    return total


def number_of_legal_moves():
    # Where no move has to be tried to know whether it is legal, they are counted only.
    if (DICE == 0) and (not NO_REPEAT) and (not SWAP_RULE):
        if candidates_are_legal() and game.active_count:
            reset_context()
            n = candidates()
            return n if n else 1
    first = game.move_count
    actions = game.action_count
    n = generate_more()
    game.move_count = first
    game.action_count = actions
    return n


def random_below(n):
    # A number below n, from the generator's seed.
    game.seed = game.seed ^ (game.seed << 13)
    game.seed = game.seed ^ ((game.seed >> 17) & 32767)
    game.seed = game.seed ^ (game.seed << 5)
    return ((game.seed >> 8) & 8388607) % n


def candidates():
    # How many moves there are at most; 0 where they have to be generated to know.
    return 0


def chooses_candidates():
    # Whether a candidate can be chosen without generating all moves.
    return 0


def candidates_are_legal():
    # Whether all candidates are known to be legal moves.
    return 0


def candidate(number):
    # The candidate of that number is generated: 1, or 2 where it turns out to be no legal move.
    return 2


def random_candidate():
    # A random legal move, found without generating the others; 0 where that fails.
    if DICE or may_swap():
        return 0
    reset_context()
    return choose_candidate() == 1


def choose_candidate():
    # One of the candidates that is a legal move stands first in the list: 1. There is none: 0. It is
    # not known whether there is any: 2.
    n = candidates()
    if n == 0:
        return 0
    for tries in range(CANDIDATE_TRIES):
        game.move_count = 0
        game.action_count = 0
        if candidate(random_below(n)) == 1:
            if NO_REPEAT:
                if repeats(0):
                    continue
            return 1
    return 2


def random_ply():
    # A random move is played; 0 where there is none.
    n = game.kept
    if n:
        game.kept = 0
        game.move_count = n
        game.action_count = game.kept_actions
        reset_context()
        play(random_below(n) if n > 1 else 0)
        return 1
    if random_candidate():
        stale[game.mover] = 0
        play(0)
        return 1
    n = generate()
    if n == 0:
        return 0
    play(random_below(n))
    return 1


def throw_by_chance():
    # All dice are thrown, by the weights of their faces, whether or not the rules will ask.
    if DICE:
        game.throw_needed = 0
        game.throw_ready = 1
        for i in range(DICE):
            left = random_below(DIE_WEIGHT_SUMS[i])
            face = 0
            while left >= DIE_WEIGHTS[i * MAX_FACES + face]:
                left = left - DIE_WEIGHTS[i * MAX_FACES + face]
                face = face + 1
            thrown[i] = face
    return 0


def random_game(plies):
    # A random game of at most that many plies, each with a throw of its own: how many were played.
    ready = game.throw_ready
    game.choosing = 1
    game.kept = 0
    total = random_plies(plies)
    game.throw_ready = ready
    game.choosing = 0
    game.kept = 0
    return total


def random_plies(plies):
    total = 0
    for i in range(plies):
        if game.active_count == 0:
            return total
        throw_by_chance()
        total = total + random_ply()
    return total


def random_games(count, plies):
    # That many random games from the start: how many plies were played.
    total = 0
    for i in range(count):
        start()
        total = total + random_game(plies)
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
    game.measuring = 0
    game.mover = 1
    game.prev = 0
    game.turns = 1
    game.counter = -1
    game.temp = -1
    for p in range(1, PLAYERS + 1):
        active[p] = 1
        phase[p] = FIRST_PHASE[p]
        player_value[p] = -1
    if VARIABLE_COUNT:
        for v in range(VARIABLE_COUNT):
            var[v] = -1
    game.active_count = PLAYERS
    game.next = active_after(1)
    reset_context()
    game.last_from = -1
    game.last_to = -1
    game.performed_from = -1
    game.performed_to = -1
    publish_last_action()
    place()
    game.moves_played = 0
    return 0


def was_seen():
    return times_seen(1)


def is_cycle():
    # Whether the position has been there before, twice.
    return times_seen(2) == 2
