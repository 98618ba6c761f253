/* Shatranj by hand: what compiled rules are measured against.
 *
 *     shatranj perft DEPTH            leaves of the start position
 *     shatranj playouts GAMES SEED    random games: plies, draws, wins of each side, moves tested
 *
 * The rules are those of tests/samples/rulesets/shatranj.lud: mate and stalemate win; who moves with
 * a lone shah loses, or draws where that move bared the other shah too; 1,250 turns a player draw.
 *
 * A mailbox board with two squares of margin, a list of men for each side, threats looked for
 * backwards from the shah. A playout chooses among the moves that ignore check and tests the one
 * that it has chosen, so each legal move is as likely as any other. Compiled with -DSCAN it finds
 * its men by looking over the board, as compiled rules do, which know of no lists.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTY, BAIDAQ, FERS, FIL, FARAS, RUKH, SHAH, OUTSIDE };
enum { WIDTH = 12, SQUARES = WIDTH * 12, MEN = 16, MAX_MOVES = 256, MAX_PLIES = 2500 };
enum { NORTH = WIDTH, EAST = 1 };

typedef struct { uint8_t from, to; } Move;
typedef struct { uint8_t captured, captured_at, moved; } Undo;

/* The kind of man on each square, whose it is (0, 1), and its place in that side's list. */
static uint8_t kind[SQUARES], side_of[SQUARES], place_of[SQUARES];
static uint8_t men[2][MEN], men_count[2], shah_at[2];
static int mover;

static const int FERS_STEPS[4] = {NORTH + EAST, NORTH - EAST, -NORTH + EAST, -NORTH - EAST};
static const int FIL_LEAPS[4] = {
    2 * (NORTH + EAST), 2 * (NORTH - EAST), 2 * (-NORTH + EAST), 2 * (-NORTH - EAST)};
static const int FARAS_LEAPS[8] = {
    2 * NORTH + EAST, 2 * NORTH - EAST, -2 * NORTH + EAST, -2 * NORTH - EAST,
    NORTH + 2 * EAST, NORTH - 2 * EAST, -NORTH + 2 * EAST, -NORTH - 2 * EAST};
static const int RUKH_WAYS[4] = {NORTH, -NORTH, EAST, -EAST};
static const int SHAH_STEPS[8] = {
    NORTH, -NORTH, EAST, -EAST, NORTH + EAST, NORTH - EAST, -NORTH + EAST, -NORTH - EAST};

static int square(int column, int row) { return (row + 2) * WIDTH + column + 2; }
static int forward(int side) { return side ? -NORTH : NORTH; }
static int is_enemy(int at, int side) {
    return kind[at] != EMPTY && kind[at] != OUTSIDE && side_of[at] != side;
}
static int is_man(int at, int side, int what) { return kind[at] == what && side_of[at] == side; }

static void put(int at, int side, int what) {
    kind[at] = what;
    side_of[at] = side;
    place_of[at] = men_count[side];
    men[side][men_count[side]++] = at;
    if (what == SHAH) shah_at[side] = at;
}

static void set_up(void) {
    static const uint8_t back[8] = {RUKH, FARAS, FIL, FERS, SHAH, FIL, FARAS, RUKH};
    memset(kind, OUTSIDE, sizeof kind);
    memset(men_count, 0, sizeof men_count);
    mover = 0;
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) kind[square(column, row)] = EMPTY;
    for (int column = 0; column < 8; column++) {
        put(square(column, 0), 0, back[column]);
        put(square(column, 1), 0, BAIDAQ);
        put(square(column, 7), 1, back[column]);
        put(square(column, 6), 1, BAIDAQ);
    }
}

/* Whether the shah of a side could be taken. */
static int in_check(int side) {
    int at = shah_at[side], enemy = !side;
    for (int i = 0; i < 4; i++) {
        if (is_man(at + FERS_STEPS[i], enemy, FERS)) return 1;
        if (is_man(at + FIL_LEAPS[i], enemy, FIL)) return 1;
        int to = at + RUKH_WAYS[i];
        while (kind[to] == EMPTY) to += RUKH_WAYS[i];
        if (is_man(to, enemy, RUKH)) return 1;
    }
    for (int i = 0; i < 8; i++) {
        if (is_man(at + FARAS_LEAPS[i], enemy, FARAS)) return 1;
        if (is_man(at + SHAH_STEPS[i], enemy, SHAH)) return 1;
    }
    int ahead = at + forward(side);
    return is_man(ahead + EAST, enemy, BAIDAQ) || is_man(ahead - EAST, enemy, BAIDAQ);
}

static int add(Move *moves, int count, int from, int to) {
    moves[count].from = from;
    moves[count].to = to;
    return count + 1;
}

static int add_leaps(Move *moves, int count, int from, const int *leaps, int ways) {
    for (int i = 0; i < ways; i++) {
        int to = from + leaps[i];
        if (kind[to] == EMPTY || is_enemy(to, mover)) count = add(moves, count, from, to);
    }
    return count;
}

static int add_slides(Move *moves, int count, int from) {
    for (int i = 0; i < 4; i++) {
        int to = from + RUKH_WAYS[i];
        for (; kind[to] == EMPTY; to += RUKH_WAYS[i]) count = add(moves, count, from, to);
        if (is_enemy(to, mover)) count = add(moves, count, from, to);
    }
    return count;
}

static int add_baidaq(Move *moves, int count, int from) {
    int ahead = from + forward(mover);
    if (kind[ahead] == EMPTY) count = add(moves, count, from, ahead);
    if (is_enemy(ahead - EAST, mover)) count = add(moves, count, from, ahead - EAST);
    if (is_enemy(ahead + EAST, mover)) count = add(moves, count, from, ahead + EAST);
    return count;
}

/* The mover's moves, those that leave the shah in check too. */
static int generate(Move *moves) {
    int count = 0;
#ifdef SCAN
    for (int from = square(0, 0); from <= square(7, 7); from++) {
        if (kind[from] == EMPTY || side_of[from] != mover) continue;
#else
    for (int i = 0; i < men_count[mover]; i++) {
        int from = men[mover][i];
#endif
        switch (kind[from]) {
        case BAIDAQ: count = add_baidaq(moves, count, from); break;
        case FERS: count = add_leaps(moves, count, from, FERS_STEPS, 4); break;
        case FIL: count = add_leaps(moves, count, from, FIL_LEAPS, 4); break;
        case FARAS: count = add_leaps(moves, count, from, FARAS_LEAPS, 8); break;
        case RUKH: count = add_slides(moves, count, from); break;
        case SHAH: count = add_leaps(moves, count, from, SHAH_STEPS, 8); break;
        }
    }
    return count;
}

static Undo make(Move move) {
    Undo undo = {kind[move.to], place_of[move.to], kind[move.from]};
    if (undo.captured != EMPTY) { /* the last of the list takes the place of the man taken */
        int last = men[!mover][--men_count[!mover]];
        men[!mover][undo.captured_at] = last;
        place_of[last] = undo.captured_at;
    }
    kind[move.to] = undo.moved;
    side_of[move.to] = mover;
    place_of[move.to] = place_of[move.from];
    men[mover][place_of[move.to]] = move.to;
    kind[move.from] = EMPTY;
    if (undo.moved == SHAH) shah_at[mover] = move.to;
    int ahead = move.to + forward(mover);
    if (undo.moved == BAIDAQ && kind[ahead] == OUTSIDE) kind[move.to] = FERS;
    mover = !mover;
    return undo;
}

static void unmake(Move move, Undo undo) {
    mover = !mover;
    kind[move.from] = undo.moved;
    side_of[move.from] = mover;
    place_of[move.from] = place_of[move.to];
    men[mover][place_of[move.from]] = move.from;
    if (undo.moved == SHAH) shah_at[mover] = move.from;
    kind[move.to] = undo.captured;
    if (undo.captured != EMPTY) {
        int last = men[!mover][undo.captured_at];
        men[!mover][men_count[!mover]] = last;
        place_of[last] = men_count[!mover]++;
        men[!mover][undo.captured_at] = move.to;
        side_of[move.to] = !mover;
        place_of[move.to] = undo.captured_at;
    }
}

/* Plays a move if it is legal. */
static int try_move(Move move, Undo *undo) {
    *undo = make(move);
    if (!in_check(!mover)) return 1;
    unmake(move, *undo);
    return 0;
}

static int can_move(void) {
    Move moves[MAX_MOVES];
    Undo undo;
    int count = generate(moves);
    for (int i = 0; i < count; i++)
        if (try_move(moves[i], &undo)) {
            unmake(moves[i], undo);
            return 1;
        }
    return 0;
}

/* Whether who has just moved did so with a lone shah and did not win by it. */
static int is_bare(void) { return men_count[!mover] == 1 && can_move(); }

static uint64_t perft(int depth) {
    Move moves[MAX_MOVES];
    Undo undo;
    uint64_t leaves = 0;
    int count = generate(moves);
    for (int i = 0; i < count; i++) {
        if (!try_move(moves[i], &undo)) continue;
        if (depth == 1) leaves++;
        else if (!is_bare()) leaves += perft(depth - 1);
        unmake(moves[i], undo);
    }
    return leaves;
}

static uint32_t state;

/* Any number gives a state that is not 0 (a mixing step of MurmurHash3, Appleby 2011). */
static void seed(uint32_t x) {
    x = (x ^ (x >> 16)) * 0x85ebca6bu;
    x = (x ^ (x >> 13)) * 0xc2b2ae35u;
    state = (x ^ (x >> 16)) ? x ^ (x >> 16) : 1;
}

/* A number below `limit` (xorshift32, Marsaglia 2003). */
static uint32_t below(uint32_t limit) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % limit;
}

static uint64_t tested;

/* Plays a legal move at random; 0 where there is none. */
static int play_any(void) {
    Move moves[MAX_MOVES];
    Undo undo;
    int count = generate(moves);
    while (count) {
        int chosen = below(count);
        tested++;
        if (try_move(moves[chosen], &undo)) return 1;
        moves[chosen] = moves[--count];
    }
    return 0;
}

/* Plays a game at random; who won it: 1, 2, or 0 for a draw. */
static int play_game(uint64_t *plies) {
    set_up();
    for (int ply = 0; ply < MAX_PLIES; ply++) {
        if (!play_any()) return 2 - mover;
        ++*plies;
        if (is_bare()) return men_count[mover] == 1 ? 0 : mover + 1;
    }
    return can_move() ? 0 : 2 - mover;
}

int main(int count, char **words) {
    if (count == 3 && !strcmp(words[1], "perft")) {
        set_up();
        printf("%llu\n", (unsigned long long)perft(atoi(words[2])));
        return 0;
    }
    if (count == 4 && !strcmp(words[1], "playouts")) {
        uint64_t plies = 0, results[3] = {0};
        for (int game = 0; game < atoi(words[2]); game++) {
            seed(atoi(words[3]) + game);
            results[play_game(&plies)]++;
        }
        printf("%llu %llu %llu %llu %llu\n", (unsigned long long)plies,
               (unsigned long long)results[0], (unsigned long long)results[1],
               (unsigned long long)results[2], (unsigned long long)tested);
        return 0;
    }
    fprintf(stderr, "usage: shatranj perft DEPTH | shatranj playouts GAMES SEED\n");
    return 2;
}
