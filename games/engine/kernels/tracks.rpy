# Tracks: lists of sites, which may close, pass a site twice, and end off the board (-2).


def track_site(track, index):
    if (track < 0) or (index < 0) or (index >= TRACK_LENGTH[track]):
        return -1
    return TRACK_SITES[TRACK_START[track] + index]


def track_index(track, site):
    # The first place of a site on a track; the length where it is not on it.
    if track < 0:
        return -1
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
    i = track_index(track, site)
    return i


def track_distance(track, one, two):
    a = track_index(track, one)
    b = track_index(track, two)
    length = TRACK_LENGTH[track]
    if (a >= length) or (b >= length) or (a < 0):
        return -1
    if b >= a:
        return b - a
    return b + length - a if TRACK_LOOPS[track] else -1


def keep_farthest(start, track):
    best = 0
    for m in range(start, game.move_count):
        far = absolute(track_index(track, mv_to[m]) - track_index(track, mv_from[m]))
        best = far if far > best else best
    kept = start
    for m in range(start, game.move_count):
        if absolute(track_index(track, mv_to[m]) - track_index(track, mv_from[m])) == best:
            if kept < m:
                move_header(kept, m)
            kept = kept + 1
    game.move_count = kept
    return kept
