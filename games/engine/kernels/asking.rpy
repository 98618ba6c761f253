# Questions that many rules ask: of a site that may be off the board (then the answer is 0), of
# players, of dice.


def what_safe(site, level):
    if (site < 0) or (site >= TOTAL):
        return 0
    return what_at(site, level)


def who_safe(site, level):
    if (site < 0) or (site >= TOTAL):
        return 0
    return OWNER[what_at(site, level)]


def state_safe(site, level):
    if (site < 0) or (site >= TOTAL):
        return 0
    return state_at(site, level)


def rotation_safe(site, level):
    if (site < 0) or (site >= TOTAL):
        return 0
    return rotation_at(site, level)


def value_safe(site, level):
    if (site < 0) or (site >= TOTAL):
        return 0
    return value_at(site, level)


def count_safe(site):
    if (site < 0) or (site >= TOTAL):
        return 0
    return count_at(site)


def size_safe(site):
    if (site < 0) or (site >= TOTAL):
        return 0
    return size_at(site)


def top_level(site):
    if (site < 0) or (site >= TOTAL):
        return 0
    if STACKS:
        if size[site]:
            return size[site] - 1
    return 0


def is_empty(site):
    if (site < 0) or (site >= TOTAL):
        return 0
    return what[site] == 0


def is_occupied(site):
    if (site < 0) or (site >= TOTAL):
        return 0
    return what[site] != 0


def are_enemies(who, other):
    if (who == 0) or (who == other) or (who > PLAYERS):
        return 0
    if TEAMS:
        return team[who] != team[other]
    return 1


def is_enemy(who):
    if (PLAYERS == 2) and (not TEAMS):
        return who == 3 - game.mover
    if (who < 1) or (who > PLAYERS):
        return 0
    if TEAMS:
        return team[who] != team[game.mover]
    return who != game.mover


def is_friend(who):
    if TEAMS:
        if (who < 1) or (who > PLAYERS):
            return 0
        return team[who] == team[game.mover]
    return who == game.mover


def some_move_takes(start, target):
    # Whether a move generated since `start` goes to a site.
    for m in range(start, game.move_count):
        if mv_to[m] == target:
            return 1
    return 0


def next_marked(site, end, marks):
    # The first site from `site` on, below `end`, where a kind of piece stands that a table marks; -1
    # where there is none. Sixteen sites are looked at together.
    while site < end:
        found = marked(WHAT_BASE + site, marks, KIND_BLOCKS)
        if found:
            site = site + lowest(found)
            return site if site < end else -1
        site = site + 16
    return -1


def next_meeting(site, end, marks, classes, among):
    # The same, of those kinds only whose class is among those that a table has for the site.
    while site < end:
        found = meeting(WHAT_BASE + site, marks, classes, among + site, KIND_BLOCKS)
        if found:
            site = site + lowest(found)
            return site if site < end else -1
        site = site + 16
    return -1


def number_marked(site, end, marks):
    # On how many sites from `site` on, below `end`, such a kind of piece stands.
    total = 0
    while site < end:
        found = marked(WHAT_BASE + site, marks, KIND_BLOCKS)
        if site + 16 > end:
            found = found & ((1 << (end - site)) - 1)
        total = total + ones(found)
        site = site + 16
    return total


def next_with(site, end, piece):
    # The first site from `site` on, below `end`, where a piece is on top; -1 where there is none.
    if (piece < 0) or (piece > 255):
        return -1
    while site < end:
        found = equal(WHAT_BASE + site, piece)
        if found:
            site = site + lowest(found)
            return site if site < end else -1
        site = site + 16
    return -1


def number_with(site, end, piece):
    # On how many sites from `site` on, below `end`, a piece is on top.
    total = 0
    while site < end:
        found = equal(WHAT_BASE + site, piece)
        if site + 16 > end:
            found = found & ((1 << (end - site)) - 1)
        total = total + ones(found)
        site = site + 16
    return total


def nth_with(site, end, piece, n):
    # The site before which `n` others come from `site` on; -1 where there are not so many, and
    # then `game.lacking` says how many more are asked for.
    while site < end:
        found = equal(WHAT_BASE + site, piece)
        if site + 16 > end:
            found = found & ((1 << (end - site)) - 1)
        here = ones(found)
        if n < here:
            while n > 0:
                found = found & (found - 1)
                n = n - 1
            return site + lowest(found)
        n = n - here
        site = site + 16
    game.lacking = n
    return -1


def component_on(site, piece):
    if STACKS:
        for i in range(size[site]):
            if level_what[site * LEVELS + i] == piece:
                return 1
        if size[site]:
            return 0
    return what[site] == piece


def site_of_piece(piece, local):
    if STACKS:
        for site in range(TOTAL):
            if component_on(site, piece):
                if (local < 0) or (state_at(site, -1) == local):
                    return site
        return -1
    site = next_with(0, TOTAL, piece)
    while site >= 0:
        if (local < 0) or (state_at(site, -1) == local):
            return site
        site = next_with(site + 1, TOTAL, piece)
    return -1


def level_of_piece(site, piece, local, down):
    if (site < 0) or (site >= SITES) or (piece <= 0):
        return -1
    for i in range(size_at(site)):
        level = size_at(site) - 1 - i if down else i
        if what_at(site, level) == piece:
            if (local < 0) or (state_at(site, level) == local):
                return level
    return -1


def board_is_full():
    for site in range(SITES):
        if what[site] == 0:
            return 0
    return 1


def first_pending():
    for i in range(PENDING_SIZE):
        if pending[i]:
            return i
    return 0


def facing_ahead(site):
    # What stands there says which way is ahead; on an empty site the mover does.
    if what[site]:
        return FACING_OF[what[site]]
    return PLAYER_FACING[game.mover]


def absolute(n):
    return 0 - n if n < 0 else n


def greater(a, b):
    return a if a > b else b


def lesser(a, b):
    return a if a < b else b


def power(base, exponent):
    total = 1
    for i in range(exponent):
        total = total * base
    return total


def all_have_passed():
    if game.moves_played < PLAYERS:
        return 0
    return all_passed()


def all_dice_used():
    for i in range(DICE):
        if die_face[i]:
            return 0
    return 1


def any_die_shows(face):
    for i in range(DICE):
        if die_face[i] == face:
            return 1
    return 0


def sum_of_dice():
    total = 0
    for i in range(DICE):
        total = total + DIE_FACES[i * MAX_FACES + state[DIE_SITE[i]]]
    return total


def face_at(site):
    for i in range(DICE):
        if DIE_SITE[i] == site:
            return DIE_FACES[i * MAX_FACES + state[site]]
    return 0


def reset_context():
    ctx.from_ = -1
    ctx.to = -1
    ctx.between = -1
    ctx.site = -1
    ctx.level = -1
    ctx.player = -1
    ctx.value = -1
    ctx.track = -1
    ctx.threats = 0
    ctx.facing = -1
    return 0


def mapped(value, key):
    # What a map has for a key; a key that it does not have stands for itself.
    return key if value == -1 else value
