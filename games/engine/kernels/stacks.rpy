# Stacks: the levels of a site, of which the fields of the site itself show the top one.


def top_from_levels(site):
    if STACKS == 0:
        return 0
    if size[site] == 0:
        return clear(site)
    at = site * LEVELS + size[site] - 1
    return put(site, level_what[at], 1, level_state[at], level_rotation[at], level_value[at])


def push_level(site, piece, local, turn, worth):
    if STACKS == 0:
        return 0
    n = size[site]
    if n >= LEVELS:
        trap()
    at = site * LEVELS + n
    level_what[at] = piece
    level_state[at] = local
    level_rotation[at] = turn
    level_value[at] = worth
    size[site] = n + 1
    return top_from_levels(site)


def push_bare(site, piece):
    # A piece without a state of its own: it takes what lies at its level (see remove_level).
    if STACKS == 0:
        return 0
    at = site * LEVELS + size[site]
    return push_level(site, piece, level_state[at], level_rotation[at], level_value[at])


def remove_top(site):
    # The top piece goes with its state, rotation and value.
    if STACKS == 0:
        return 0
    if size[site] == 0:
        return 0
    at = site * LEVELS + size[site] - 1
    level_what[at] = 0
    level_state[at] = 0
    level_rotation[at] = 0
    level_value[at] = 0
    size[site] = size[site] - 1
    return top_from_levels(site)


def remove_level(site, level):
    # Pieces above a level move down. As published, the state, rotation and value of the level that
    # falls free stay there, and a piece that comes without its own takes them; so it is where there
    # is no such level any more, and the top one goes.
    if STACKS == 0:
        return 0
    n = size[site]
    if (level < 0) or (n == 0):
        return 0
    for i in range(level, n - 1):
        at = site * LEVELS + i
        level_what[at] = level_what[at + 1]
        level_state[at] = level_state[at + 1]
        level_rotation[at] = level_rotation[at + 1]
        level_value[at] = level_value[at + 1]
    level_what[site * LEVELS + n - 1] = 0
    size[site] = n - 1
    return top_from_levels(site)


def remove_from_stack(site, level):
    if level >= 0:
        return remove_level(site, level)
    return remove_top(site)


def insert_level(site, level, piece, local, turn, worth):
    # A piece below those from `level` up.
    if STACKS == 0:
        return 0
    push_level(site, piece, local, turn, worth)
    i = size[site] - 1
    while i > level:
        swap_levels(site * LEVELS + i, site * LEVELS + i - 1)
        i = i - 1
    return top_from_levels(site)


def swap_levels(a, b):
    if STACKS == 0:
        return 0
    w = level_what[a]
    s = level_state[a]
    r = level_rotation[a]
    v = level_value[a]
    level_what[a] = level_what[b]
    level_state[a] = level_state[b]
    level_rotation[a] = level_rotation[b]
    level_value[a] = level_value[b]
    level_what[b] = w
    level_state[b] = s
    level_rotation[b] = r
    level_value[b] = v
    return 0


def move_in_stacks(frm, level_from, to, level_to, piece):
    # The top piece leaves its state behind; a piece taken by its level takes its own with it.
    local = state_at(frm, level_from)
    turn = rotation_at(frm, level_from)
    worth = value_at(frm, level_from)
    remove_from_stack(frm, level_from)
    if level_to >= 0:
        return insert_level(to, level_to, piece, 0, 0, 0)
    if level_from < 0:
        return push_bare(to, piece)
    return push_level(to, piece, local, turn, worth)


def do_move_stack(frm, to, number):
    # The `number` top levels of a stack go to another in their order; all where it is 0. As
    # published, nothing goes where there are fewer.
    if STACKS == 0:
        return 0
    if (frm == to) or (frm < 0) or (to < 0) or (number > size[frm]):
        return 0
    n = number if number > 0 else size[frm]
    first = size[frm] - n
    for i in range(n):
        at = frm * LEVELS + first + i
        push_level(to, level_what[at], level_state[at], level_rotation[at], level_value[at])
    for i in range(n):
        remove_top(frm)
    return 0


def swap_stacks(a, b):
    if STACKS == 0:
        return 0
    for i in range(LEVELS):
        swap_levels(a * LEVELS + i, b * LEVELS + i)
    n = size[a]
    size[a] = size[b]
    size[b] = n
    top_from_levels(a)
    return top_from_levels(b)
