# Results: who leaves the game with which rank, counted in halves (2 is the first place).


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


def win_of_team(number):
    # The players of a team share the next place, those of the only team left the one after them. As
    # published, the player with the team's number must still be in the game.
    if active[number] == 0:
        return 0
    r = next_win_rank()
    members = 0
    for p in range(1, PLAYERS + 1):
        if team[p] == number:
            leave(p)
            rank[p] = r
            members = members + 1
    other = only_active_team()
    if other:
        for p in range(1, PLAYERS + 1):
            if team[p] == other:
                rank[p] = r + members * 2
        leave_all()
    if game.active_count == 0:
        game.winner = first_ranked()
    return 0


def only_active_team():
    found = 0
    for p in range(1, PLAYERS + 1):
        if active[p]:
            if found and (team[p] != found):
                return 0
            found = team[p]
    return found


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
    return passes_with(game.last_flags, game.mover) >= PLAYERS


def passes_with(flags, mover):
    # The passes in a row with a new move; one that ends a turn with other moves is none.
    if (flags & FLAG_PASS) == 0:
        return 0
    if (PLAYERS > 1) and (game.passes == 0) and (game.prev == mover):
        return 0
    return game.passes + 1


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
