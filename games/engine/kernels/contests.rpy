# Games between computer players: each weighs its moves by random games from the position after it.


def contest(seed, seat, strong, weak):
    # One game. The player on `seat` weighs its moves by random games of `strong` moves in all, the
    # others by `weak`; 0 is any move. How it went stands in the fields of scope `contest`.
    game.seed = seed
    start()
    for p in range(PLAYERS + 1):
        contest_men[p] = strength_of(p)
    game.contest_plies = 0
    game.contest_moves = 0
    game.contest_leader = 0
    game.contest_changes = 0
    game.contest_since = 0
    game.contest_chosen = 0
    while contest_goes_on():
        contest_ply(strong if game.mover == seat else weak)
    if game.active_count == 0:
        if (game.winner > 0) and (game.winner <= PLAYERS):
            take_lead(game.winner)
    return game.contest_plies


def contest_goes_on():
    # A ply without a choice, as a throw, costs little: few of those with one are enough to give up.
    if game.contest_chosen >= CONTEST_CHOSEN:
        return 0
    return game.active_count and (game.contest_plies < CONTEST_PLIES)


def contest_ply(effort):
    throw_by_chance()
    n = generate()
    game.contest_moves = game.contest_moves + n
    choice = 0
    if n > 1:
        game.contest_chosen = game.contest_chosen + 1
        if effort == 0:
            choice = random_below(n)
        else:
            choice = weighed_move(n, effort)
            note_lead()
            generate()
    play(choice)
    game.contest_plies = game.contest_plies + 1
    return 0


def weighed_move(n, effort):
    # The move after which random games go best for the player to move.
    who = game.mover
    depth = effort // n
    games = 1
    if depth > CONTEST_DEPTH:
        games = depth // CONTEST_DEPTH
        depth = CONTEST_DEPTH
    if depth < 2:
        depth = 2
    for i in range(DICE):
        contest_thrown[i] = thrown[i]
    best = 0
    best_worth = -1
    total = 0
    for m in range(n):
        worth = 0
        for i in range(games):
            worth = worth + worth_after(m, who, depth)
        total = total + worth
        # Among equals chance decides.
        worth = worth * 16 + random_below(16)
        if worth > best_worth:
            best_worth = worth
            best = m
    game.contest_value = total // (n * games)
    return best


def worth_after(m, who, depth):
    # How a random game that begins with this move goes for a player, from 0 to 64.
    push_state()
    generate()
    play(m)
    random_game(depth)
    worth = worth_for(who)
    pop_state()
    for i in range(DICE):
        thrown[i] = contest_thrown[i]
    return worth


def worth_for(who):
    if game.active_count == 0:
        if game.winner == who:
            return 64
        if (game.winner > 0) and (game.winner <= PLAYERS):
            return 0
        return 32
    # A game that goes on is judged by what each still has of its men, and by scores.
    own = 24 * strength_of(who) // at_least_one(contest_men[who])
    points = score[who]
    others = 0
    other_points = 0
    for p in range(1, PLAYERS + 1):
        if p != who:
            others = others + 24 * strength_of(p) // at_least_one(contest_men[p])
            other_points = other_points + score[p]
    if PLAYERS > 1:
        others = others // (PLAYERS - 1)
        other_points = other_points // (PLAYERS - 1)
    worth = 32 + own - others
    sum = points + other_points
    if sum > 0:
        worth = worth + 24 * (points - other_points) // sum
    if worth < 4:
        return 4
    if worth > 60:
        return 60
    return worth


def at_least_one(number):
    return number if number > 0 else 1


def strength_of(who):
    # How many men a player has, wherever they stand.
    men = 0
    for site in range(TOTAL):
        if STACKS:
            for level in range(size[site]):
                if OWNER[level_what[site * LEVELS + level]] == who:
                    men = men + 1
        else:
            if what[site]:
                if OWNER[what[site]] == who:
                    if COUNTS:
                        men = men + count[site]
                    else:
                        men = men + 1
    return men


def note_lead():
    # Who leads, by the random games just played from here; a small lead changes nothing.
    if game.contest_value >= 40:
        take_lead(game.mover)
    if game.contest_value <= 24:
        if PLAYERS == 2:
            take_lead(3 - game.mover)
        else:
            if game.contest_leader == game.mover:
                take_lead(0)
    return 0


def take_lead(who):
    if game.contest_leader != who:
        if game.contest_leader and who:
            game.contest_changes = game.contest_changes + 1
        game.contest_leader = who
        game.contest_since = game.contest_plies
    return 0
