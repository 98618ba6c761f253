# Tracks: lists of sites, which may close, pass a site twice, and end off the board (-2).


def track_site(track, index):
    if (track < 0) or (index < 0) or (index >= TRACK_LENGTH[track]):
        return -1
    return TRACK_SITES[TRACK_START[track] + index]


def track_index(track, site):
    # The first place of a site on a track; the length where it is not on it.
    if track < 0:
        return -1
    if (site >= 0) and (site < TOTAL):
        return TRACK_FIRST[track * TOTAL + site]
    for i in range(TRACK_LENGTH[track]):
        if TRACK_SITES[TRACK_START[track] + i] == site:
            return i
    return TRACK_LENGTH[track]


def track_end(track):
    return track_site(track, TRACK_LENGTH[track] - 1)


def track_next(track, index):
    index = index + 1
    if index >= TRACK_LENGTH[track]:
        return 0 if TRACK_LOOPS[track] else -1
    return index


def track_previous(track, index):
    if index > 0:
        return index - 1
    return TRACK_LENGTH[track] - 1 if TRACK_LOOPS[track] else -1


def track_next_site(track, index):
    if index < 0:
        return -1
    return track_site(track, track_next(track, index))


def track_step(track, origin, steps, who):
    # The site that many steps on; -1 beyond the end.
    if track < 0:
        return -1
    length = TRACK_LENGTH[track]
    i = track_index(track, origin)
    if INNER_LOOPS:
        if TRACK_LOOPS[track] == 0:
            if origin < 0:
                return -1
            i = index_of_piece(track, origin, who)
    i = i + steps if steps >= 0 else i
    if i < length:
        return TRACK_SITES[TRACK_START[track] + i]
    if TRACK_LOOPS[track] == 0:
        return -1
    while i >= length:
        i = i - length
    return TRACK_SITES[TRACK_START[track] + i]


def index_of_piece(track, site, who):
    # Where a site is passed twice, a piece remembers which time it is there for.
    piece = what[site]
    if STACKS:
        level = size[site] - 1
        while level >= 0:
            if OWNER[level_what[site * LEVELS + level]] == who:
                piece = level_what[site * LEVELS + level]
            level = level - 1
    if piece == 0:
        return track_index(track, site)
    for i in range(TRACK_LENGTH[track]):
        if TRACK_SITES[TRACK_START[track] + i] == site:
            if on_track[on_track_at(track, piece, i)] > 0:
                return i
    return TRACK_LENGTH[track]


def on_track_at(track, piece, index):
    return (track * (COMPONENTS + 1) + piece) * TRACK_LONGEST + index


def track_index_after(track, site, index):
    # The first place of a site behind an index, else the first of all; -1 where it is not on it.
    first = -1
    for i in range(TRACK_LENGTH[track]):
        if TRACK_SITES[TRACK_START[track] + i] == site:
            if i > index:
                return i
            first = i if first < 0 else first
    return first


def note_track_move(piece, frm, to, number):
    # Pieces go on along every track that they are on, and enter those that they come to.
    if (INNER_LOOPS == 0) or (piece == 0):
        return 0
    for t in range(TRACKS):
        if track_index_after(t, frm, -1) < 0:
            note_track_place(t, piece, to, 1, -1)
        else:
            i = 0
            while i < TRACK_LENGTH[t]:
                if TRACK_SITES[TRACK_START[t] + i] == frm:
                    at = on_track_at(t, piece, i)
                    if on_track[at] > 0:
                        on_track[at] = on_track[at] - number
                        note_track_place(t, piece, to, number, i)
                        i = TRACK_LENGTH[t]
                i = i + 1
    return 0


def note_track_place(track, piece, site, number, index):
    i = track_index_after(track, site, index)
    if i >= 0:
        at = on_track_at(track, piece, i)
        on_track[at] = on_track[at] + number
    return 0


def note_track_add(piece, site, number):
    if INNER_LOOPS:
        for t in range(TRACKS):
            note_track_place(t, piece, site, number, -1)
    return 0


def note_track_remove(piece, site):
    # As published, a piece that goes is taken off all places of its site.
    if (INNER_LOOPS == 0) or (piece == 0):
        return 0
    for t in range(TRACKS):
        for i in range(TRACK_LENGTH[t]):
            if TRACK_SITES[TRACK_START[t] + i] == site:
                at = on_track_at(t, piece, i)
                on_track[at] = on_track[at] - 1
    return 0


def track_distance(track, one, two, who):
    # The steps from one site to another; round again where the other is passed before.
    if track < 0:
        return -1
    length = TRACK_LENGTH[track]
    straight = 0
    a = track_index(track, one)
    if INNER_LOOPS:
        if TRACK_LOOPS[track] == 0:
            if one < 0:
                return -1
            straight = 1
            a = index_of_piece(track, one, who)
    for i in range(a, length):
        if TRACK_SITES[TRACK_START[track] + i] == two:
            return i - a
    if straight:
        return -1
    for i in range(a):
        if TRACK_SITES[TRACK_START[track] + i] == two:
            return i + length - a
    return -1
