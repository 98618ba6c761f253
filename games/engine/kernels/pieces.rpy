# What stands on the sites: one piece (with a count, a state, a rotation, a value) or a stack of
# levels. Where there are stacks, the fields of the site itself are those of its top level.


def put(site, piece, number, local, turn, worth):
    # A piece where none stands, or instead of what stands there.
    what[site] = piece
    if STATES:
        state[site] = local
    if ROTATIONS:
        rotation[site] = turn
    if VALUES:
        value[site] = worth
    if COUNTS:
        count[site] = number
    return 0


def clear(site):
    return put(site, 0, 0, 0, 0, 0)


def what_at(site, level):
    # Level -1 is the top.
    if STACKS:
        if level >= 0:
            return level_what[site * LEVELS + level] if level < size[site] else 0
    return what[site]


def who_at(site, level):
    return OWNER[what_at(site, level)]


def state_at(site, level):
    if STACKS:
        if level >= 0:
            return level_state[site * LEVELS + level] if level < size[site] else 0
    if STATES:
        return state[site]
    return 0


def rotation_at(site, level):
    if STACKS:
        if level >= 0:
            return level_rotation[site * LEVELS + level] if level < size[site] else 0
    if ROTATIONS:
        return rotation[site]
    return 0


def value_at(site, level):
    if STACKS:
        if level >= 0:
            return level_value[site * LEVELS + level] if level < size[site] else 0
    if VALUES:
        return value[site]
    return 0


def count_at(site):
    if COUNTS:
        return count[site]
    if STACKS:
        if STACKED_AT[site]:
            return size[site]
    return what[site] != 0


def size_at(site):
    if STACKS:
        return size[site]
    return what[site] != 0


def do_add(site, piece, number, local, turn, worth):
    # A piece comes on an empty site or on top of a stack. Another piece stays where it is, and there
    # is more of it; a state or value below 0 leaves that of the site.
    if site < 0:
        return 0
    state_now = local if local > 0 else 0
    value_now = worth if worth > 0 else 0
    note_track_add(piece, site, number)
    if STACKS:
        if STACKED_AT[site]:
            # As published, a piece that is added to a stack counts twice on its tracks.
            note_track_add(piece, site, number)
            for i in range(number):
                push_level(site, piece, state_now, turn, value_now)
            return 0
    if what[site] == 0:
        if local < 0:
            state_now = state_at(site, -1)
        if worth < 0:
            value_now = value_at(site, -1)
        return put(site, piece, number, state_now, turn, value_now)
    if COUNTS:
        count[site] = count[site] + number
    if local >= 0:
        if STATES:
            state[site] = local
    if worth >= 0:
        if VALUES:
            value[site] = worth
    return 0


def do_remove(site, level):
    # The top piece, a level, or the whole of a pile goes.
    if site < 0:
        return 0
    if what[site] == 0:
        return 0
    note_track_remove(what_at(site, level), site)
    if STACKS:
        if STACKED_AT[site]:
            return remove_from_stack(site, level)
    return clear(site)


def do_hide(site, who, kinds, value):
    # What of a site is hidden from a player, as bits, or shown to him.
    if HIDING:
        at = who * TOTAL + site
        hidden[at] = (hidden[at] | kinds) if value else hidden[at] - (hidden[at] & kinds)
    return 0


def carry_hidden(frm, to):
    # What is hidden goes with a piece; nothing of the site that it leaves empty is.
    for who in range(1, PLAYERS + 1):
        hidden[who * TOTAL + to] = hidden[who * TOTAL + frm]
        if count_at(frm) <= 1:
            hidden[who * TOTAL + frm] = 0
    return 0


def do_move(frm, level_from, to, level_to):
    # One piece goes to another site.
    if (frm < 0) or (to < 0):
        return 0
    if frm == to:
        # A track that comes by again: as published, stacks do not go round.
        return 0 if STACKS else note_track_move(what[frm], frm, to, 1)
    if level_from >= size_at(frm):
        # What lay below has gone: then it is the top.
        level_from = -1
    piece = what_at(frm, level_from)
    if piece == 0:
        return 0
    note_track_move(piece, frm, to, 1)
    if HIDING:
        carry_hidden(frm, to)
    if STACKS:
        return move_in_stacks(frm, level_from, to, level_to, piece)
    local = state_at(frm, -1)
    turn = rotation_at(frm, -1)
    worth = value_at(frm, -1)
    if COUNTS:
        if count[frm] > 1:
            count[frm] = count[frm] - 1
        else:
            clear(frm)
        if what[to] == piece:
            return put(to, piece, count[to] + 1, local, turn, worth)
    else:
        clear(frm)
    return put(to, piece, 1, local, turn, worth)


def do_move_count(frm, to, number):
    # Several of a pile go to another site, whose state stays as it is.
    if (frm < 0) or (to < 0):
        return 0
    piece = what[frm]
    if number <= 0:
        return clear(frm) if piece and (count_at(frm) == 0) else 0
    if STACKS:
        return do_move_stack(frm, to, number)
    if COUNTS:
        note_track_move(piece, frm, to, number)
        if count[frm] <= number:
            clear(frm)
        else:
            count[frm] = count[frm] - number
        if count[to] == 0:
            what[to] = piece
            count[to] = number
        elif what[to] == piece:
            count[to] = count[to] + number
        return 0
    return do_move(frm, -1, to, -1)


def do_copy(frm, to):
    return do_add(to, what[frm], 1, state_at(frm, -1), rotation_at(frm, -1), value_at(frm, -1))


def do_promote(site, level, piece):
    # What stands there becomes another piece, with its own state and value.
    if (site < 0) or (piece <= 0):
        return 0
    if STACKS:
        if STACKED_AT[site]:
            if size[site] == 0:
                return 0
            at = site * LEVELS + (level if level >= 0 else size[site] - 1)
            level_what[at] = piece
            return top_from_levels(site)
    what[site] = piece
    if COUNTS:
        if count[site] == 0:
            count[site] = 1
    return 0


def do_set_state(site, level, local):
    # On a site without stacks -1 leaves the state as it is, as published.
    if site < 0:
        return 0
    if STACKS:
        if STACKED_AT[site]:
            if size[site]:
                level_state[site * LEVELS + (level if level >= 0 else size[site] - 1)] = local
            return top_from_levels(site)
    if STATES and (local != -1):
        state[site] = local
    return 0


def do_set_value(site, level, worth):
    # The same of values.
    if site < 0:
        return 0
    if STACKS:
        if STACKED_AT[site]:
            if size[site]:
                level_value[site * LEVELS + (level if level >= 0 else size[site] - 1)] = worth
            return top_from_levels(site)
    if VALUES and (worth != -1):
        value[site] = worth
    return 0


def do_set_rotation(site, level, turn):
    if site < 0:
        return 0
    if STACKS:
        if STACKED_AT[site]:
            if size[site]:
                level_rotation[site * LEVELS + (level if level >= 0 else size[site] - 1)] = turn
            return top_from_levels(site)
    if ROTATIONS:
        rotation[site] = turn
    return 0


def do_set_count(site, piece, number):
    if site < 0:
        return 0
    if number <= 0:
        return clear(site)
    if what[site] == 0:
        put(site, piece, number, 0, 0, 0)
    else:
        what[site] = piece if piece else what[site]
    if COUNTS:
        count[site] = number
    return 0


def do_swap_pieces(a, b):
    piece = what[a]
    local = state_at(a, -1)
    turn = rotation_at(a, -1)
    worth = value_at(a, -1)
    number = count_at(a)
    if STACKS:
        if STACKED_AT[a] and STACKED_AT[b]:
            return swap_stacks(a, b)
    # As published, the first goes with all that it has, and the other comes as a new piece.
    put(a, what[b], 1, 0, 0, 0)
    return put(b, piece, number, local, turn, worth)


def facing_at(site):
    # Which way the piece on a site looks, as a number of the program's list of facings.
    if ctx.facing >= 0:
        return ctx.facing
    if ROTATIONS:
        return TURNED[FACING_OF[what[site]] * TURNS + rotation[site] % TURNS]
    return FACING_OF[what[site]]


def do_sow(frm, to):
    # One seed goes on; the hole that it comes to keeps its own state and value.
    local = state_at(to, -1)
    worth = value_at(to, -1)
    do_move(frm, -1, to, -1)
    if STACKS == 0:
        if STATES:
            state[to] = local
        if VALUES:
            value[to] = worth
    return 0


def set_level(level):
    # The level that the newest move takes its piece from.
    n = game.move_count - 1
    mv_level[n] = level if level >= 0 else top_level(mv_from[n])
    return 0


def do_take(site, number):
    # Some levels of a stack go, one at least; of a pile, as published, all.
    if STACKS:
        if STACKED_AT[site]:
            for i in range(1, number):
                do_remove(site, -1)
    return do_remove(site, -1)


def count_piece(site):
    # What a pile on an empty site is made of: the only kind of piece that piles up.
    return what[site] if what[site] else FIRST_PIECE
