/* tritt_look.c - what positions and moves of Tritt are worth. Lines are looked for by sets of
 * points that are shifted, not by trying moves: a position has thousands of them. */
#include "engine/tritt/tritt_look.h"

#include "engine/player/table.h"

#include <stdlib.h>
#include <string.h>

void tritt_tactics_init(struct tritt_tactics *tactics, const struct tritt_board *board) {
    memset(tactics, 0, sizeof *tactics);
    tactics->board = board;
    for (int d = 0; d < POINTS_DIRECTIONS; d++)
        for (int bit = 0; bit < POINTS_BITS; bit++)
            for (int sign = -1; sign <= 1; sign += 2)
                for (int k = 1, near; k <= 2; k++) {
                    near = bit + sign * k * board->step[d];
                    if (!points_has(&board->all, bit) || !points_has(&board->all, near))
                        break;
                    points_add(&tactics->near[bit], near);
                }
}

/* Whether a point would complete a line of three with points of the set. */
static bool completes(const struct tritt_tactics *tactics, const struct points *set, int bit) {
    struct points near = points_and(tactics->near[bit], *set);
    if (!points_any(near))
        return false;
    for (int d = 0; d < POINTS_DIRECTIONS; d++) {
        int step = tactics->board->step[d];
        bool after = points_has(&near, bit + step), before = points_has(&near, bit - step);
        if ((after && before) || (after && points_has(&near, bit + 2 * step)) ||
            (before && points_has(&near, bit - 2 * step)))
            return true;
    }
    return false;
}

/* One slide of an enemy piece, whose points are no longer in the sets. */
struct slide {
    int to;
    struct points own, other; /* the colours of the player and of the enemy without the piece */
    struct points path;       /* the empty points that it passes and comes to */
};

/* Whether a slide wins together with some placement, and with which. */
static bool find_placement(const struct tritt_tactics *tactics, const struct slide *slide,
                           const struct tritt_places *places, int *placed) {
    const struct tritt_board *board = tactics->board;
    int centre = tritt_centre(slide->to), step = board->step[tritt_direction(slide->to)];
    struct points wanted = board->all, other = slide->other;
    if (completes(tactics, &slide->other, centre))
        return false; /* a line of the enemy's */
    if (!completes(tactics, &slide->own, centre - step) &&
        !completes(tactics, &slide->own, centre + step)) {
        struct points near = points_or(tactics->near[centre - step], tactics->near[centre + step]);
        if (!points_meet(near, slide->own))
            return false;
        wanted = tritt_third(board, points_or(slide->own, board->ends[slide->to]));
    }
    points_add(&other, centre);
    struct points bad = points_or(slide->path, tritt_third(board, other));
    wanted = points_without(wanted, slide->path);
    for (int d = 0; d < POINTS_DIRECTIONS; d++) {
        struct points ends =
            points_or(points_after(bad, board->step[d]), points_before(bad, board->step[d]));
        struct points found = points_without(points_and(places->centre[d], wanted), ends);
        if (!points_any(found))
            continue;
        *placed = tritt_piece(d, points_first(found));
        return true;
    }
    return false;
}

/* Counts the slides of a piece in one sense that win together with some placement. */
static int count_slides(const struct tritt_tactics *tactics, const struct points *empty,
                        struct slide *slide, int piece, int sign, const struct tritt_places *places,
                        int most, uint32_t *move) {
    int step = sign * tactics->board->step[tritt_direction(piece)], count = 0, placed;
    int end = tritt_centre(piece) + 2 * step;
    slide->path = (struct points){{0}};
    for (slide->to = piece + step; count < most && points_has(empty, end);
         slide->to += step, end += step) {
        points_add(&slide->path, end);
        if (!find_placement(tactics, slide, places, &placed))
            continue;
        count++;
        if (move)
            *move = (uint32_t)placed | tritt_slide(piece, slide->to);
    }
    return count;
}

int tritt_wins(const struct tritt_tactics *tactics, const struct tritt_state *state, int player,
               const struct tritt_places *places, int most, uint32_t *move) {
    const struct tritt_board *board = tactics->board;
    struct points empty = tritt_empty(board, state);
    int count = 0;
    if (state->count[player] == 0 || !tritt_has_place(places))
        return 0;
    for (int i = 0; i < state->count[!player] && count < most; i++) {
        int piece = state->piece[!player][i];
        struct slide slide = {.own = points_without(state->colour[player], board->three[piece]),
                              .other = points_without(state->colour[!player], board->three[piece])};
        for (int sign = -1; sign <= 1 && count < most; sign += 2)
            count += count_slides(tactics, &empty, &slide, piece, sign, places, most - count, move);
    }
    return count;
}

bool tritt_is_legal(const struct tritt_board *board, const struct tritt_state *state,
                    const struct tritt_places *places, uint32_t move) {
    int placed = tritt_placed(move), from = tritt_from(move), i = 0, enemy = !state->mover;
    if (!points_has(&places->centre[tritt_direction(placed)], tritt_centre(placed)))
        return false;
    if (!tritt_slides(move))
        return true;
    while (i < state->count[enemy] && state->piece[enemy][i] != from)
        i++;
    if (i == state->count[enemy] || state->count[state->mover] == 0)
        return false;
    struct points empty = points_without(tritt_empty(board, state), board->three[placed]);
    int steps = (tritt_to(move) - from) / board->step[tritt_direction(from)];
    return tritt_reach(board, &empty, from, steps > 0 ? 1 : -1) >= abs(steps);
}

/* ---- the worth ------------------------------------------------------------------------------- */

enum { PLACES_MAX = 32, THREATS_MAX = 8 };

const struct tritt_weight tritt_weights[TRITT_TERMS] = {
    [TRITT_THIRDS] = {"thirds", "empty points that would complete a line", 80},
    [TRITT_SLIDES] = {"slides", "slides of enemy pieces", 120},
    [TRITT_PLACES] = {"places", "places for a piece, up to 32", 20},
    [TRITT_THREATS] = {"threats", "slides that would win at once, up to 8", 60},
};

static int count_enemy_slides(const struct tritt_board *board, const struct tritt_state *state,
                              int player) {
    struct points empty = tritt_empty(board, state);
    int count = 0;
    for (int i = 0; i < state->count[!player]; i++)
        for (int sign = -1; sign <= 1; sign += 2)
            count += tritt_reach(board, &empty, state->piece[!player][i], sign);
    return count;
}

void tritt_count(const struct tritt_tactics *tactics, const struct tritt_state *state,
                 const struct tritt_places places[2], struct tritt_counts *counts) {
    const struct tritt_board *board = tactics->board;
    struct points empty = tritt_empty(board, state);
    for (int side = 0; side < 2; side++) {
        int player = side ? !state->mover : state->mover;
        struct points third = points_and(tritt_third(board, state->colour[player]), empty);
        counts->count[TRITT_THIRDS][side] = points_count(third);
        counts->count[TRITT_SLIDES][side] = count_enemy_slides(board, state, player);
        int room = tritt_count_places(&places[side]);
        counts->count[TRITT_PLACES][side] = room < PLACES_MAX ? room : PLACES_MAX;
    }
    counts->count[TRITT_THREATS][0] = 0;
    counts->count[TRITT_THREATS][1] =
        tritt_wins(tactics, state, !state->mover, &places[1], THREATS_MAX, NULL);
}

int tritt_evaluate(const struct tritt_counts *counts) {
    int sum = 0;
    for (int term = 0; term < TRITT_TERMS; term++)
        sum += tritt_weights[term].weight * (counts->count[term][0] - counts->count[term][1]);
    return sum;
}

/* ---- looking ahead --------------------------------------------------------------------------- */

enum {
    ESTIMATE_MAX = 20000,
    BLOCK_MAX = 32, /* with more places a player cannot be left without any: 16 were the most in all
                       turns of 3,900 random games of the sizes 4 to 7 */
    CHECK_NODES = 16, /* between two looks at the clock */
    PICKED = 8        /* moves that are looked for in order, before the others as they come */
};

/* What a finished game is worth to a player. */
static int final_score(const struct tritt_state *state, int player) {
    if (state->winner < 0)
        return 0;
    return state->winner == player ? TRITT_WIN - tritt_count_pieces(state)
                                   : tritt_count_pieces(state) - TRITT_WIN;
}

/* ---- wins at once ---------------------------------------------------------------------------- */

/* Whether the mover can leave the enemy without a place. */
static bool blocks(const struct tritt_look *look, const struct game_state *state, int enemy_places,
                   uint32_t *list) {
    if (enemy_places > BLOCK_MAX)
        return false;
    int count = look->game->moves(look->task->board, state, list);
    for (int i = 0; i < count; i++) {
        struct game_state next;
        game_copy(look->task->board, &next, state);
        look->game->play(look->task->board, &next, list[i]);
        if (tritt_state(&next)->over == TRITT_BLOCKED)
            return true;
    }
    return false;
}

/* ---- the order of moves ---------------------------------------------------------------------- */

static int *placed_history(struct tritt_look *look, int player, uint32_t move) {
    return &look->history[player][0][tritt_placed(move)];
}

static int *slid_history(struct tritt_look *look, int player, uint32_t move) {
    return &look->history[player][1][tritt_to(move)];
}

static void rank_moves(struct tritt_look *look, const struct tritt_state *state, uint32_t first,
                       const uint32_t *moves, int count, int *rank) {
    for (int i = 0; i < count; i++)
        rank[i] = moves[i] == first ? INT32_MAX
                                    : *placed_history(look, state->mover, moves[i]) +
                                          *slid_history(look, state->mover, moves[i]);
}

static void raise_history(struct tritt_look *look, const struct tritt_state *state, uint32_t move,
                          int depth) {
    enum { HISTORY_MAX = 1 << 24 };
    uint32_t *killer = look->killer[tritt_count_pieces(state)];
    int *placed = placed_history(look, state->mover, move);
    int *slid = slid_history(look, state->mover, move);
    if (killer[0] != move) {
        killer[1] = killer[0];
        killer[0] = move;
    }
    *placed += *placed < HISTORY_MAX ? depth * depth : 0;
    *slid += *slid < HISTORY_MAX ? depth * depth : 0;
}

/* ---- the search ------------------------------------------------------------------------------ */

static int look_at(struct tritt_look *look, const struct game_state *state, int depth, int alpha,
                   int beta, uint32_t *room);

/* The score of a move for the one who makes it. */
static int look_after(struct tritt_look *look, const struct game_state *state, uint32_t move,
                      int depth, int alpha, int beta, uint32_t *room) {
    struct game_state next;
    game_copy(look->task->board, &next, state);
    look->game->play(look->task->board, &next, move);
    if (tritt_state(&next)->over)
        return final_score(tritt_state(&next), tritt_state(state)->mover);
    return -look_at(look, &next, depth - 1, -beta, -alpha, room);
}

/* What the table says. True: *score is enough. `first`: the best move's number. */
static bool recall(const struct tritt_look *look, uint64_t key, int depth, int alpha, int beta,
                   int *first, int *score) {
    struct table_entry entry;
    *first = TABLE_MOVE_NONE;
    if (!table_probe(look->task->table, key, &entry))
        return false;
    *first = entry.move;
    if (entry.depth < depth)
        return false;
    *score = entry.low >= beta ? entry.low : entry.high;
    return entry.low >= beta || entry.high <= alpha || entry.low == entry.high;
}

static void remember(const struct tritt_look *look, uint64_t key, int depth, int alpha, int beta,
                     int best, int number) {
    struct table_entry entry = {.low = (int16_t)(best > alpha ? best : -TRITT_WIN),
                                .high = (int16_t)(best < beta ? best : TRITT_WIN),
                                .move = (uint16_t)number,
                                .depth = (uint8_t)depth};
    table_store(look->task->table, key, &entry);
}

/* How far the moves of a position have been looked at. */
struct progress {
    int depth, alpha, beta;
    int tried; /* moves so far */
    int best;  /* score */
    uint32_t best_move;
};

/* Looks at one more move. False: the rest need not be looked at. */
static bool try_move(struct tritt_look *look, const struct game_state *state, uint32_t move,
                     uint32_t *room, struct progress *progress) {
    int low = progress->best > progress->alpha ? progress->best : progress->alpha;
    int high = progress->tried++ ? low + 1 : progress->beta;
    int score = look_after(look, state, move, progress->depth, low, high, room);
    if (score >= high && high < progress->beta && !look->stopped)
        score = look_after(look, state, move, progress->depth, low, progress->beta, room);
    if (look->stopped)
        return false;
    if (score > progress->best) {
        progress->best = score;
        progress->best_move = move;
    }
    return progress->best < progress->beta;
}

/* For most moves, a reply that was good after another move shows what they are worth: it is tried
 * before all replies are listed. */
static bool try_killers(struct tritt_look *look, const struct game_state *state,
                        const struct tritt_places *places, const uint32_t *killer, uint32_t *room,
                        struct progress *progress) {
    for (int i = 0; i < TRITT_KILLERS; i++)
        if (killer[i] != GAME_NO_MOVE &&
            tritt_is_legal(look->tactics.board, tritt_state(state), places, killer[i]) &&
            !try_move(look, state, killer[i], room, progress))
            return false;
    return true;
}

/* All other moves. `first` is the number in their list of the one to begin with; returns that of
 * the best one if it was among them. */
static int try_others(struct tritt_look *look, const struct game_state *state, int first,
                      const uint32_t *killer, uint32_t *room, struct progress *progress) {
    int count = look->game->moves(look->task->board, state, room);
    uint32_t *moves = room + count, *next = room + 3 * count;
    int *rank = (int *)(moves + count), number = 0;
    memcpy(moves, room, (size_t)count * sizeof *moves);
    rank_moves(look, tritt_state(state), first < count ? room[first] : GAME_NO_MOVE, moves, count,
               rank);
    for (int i = 0; i < count; i++) {
        if (i < PICKED) /* later, order hardly matters */
            moves_pick_best(moves, rank, count, i);
        bool done = moves[i] == killer[0] || moves[i] == killer[1];
        if (!done && !try_move(look, state, moves[i], next, progress))
            break;
    }
    while (number < count && room[number] != progress->best_move)
        number++;
    return number < count ? number : TABLE_MOVE_NONE;
}

/* A position's moves by alpha-beta; *number is the best one's in their list, or TABLE_MOVE_NONE. */
static int look_at_moves(struct tritt_look *look, const struct game_state *state,
                         const struct tritt_places *places, int first, int depth, int alpha,
                         int beta, uint32_t *room, int *number) {
    const struct tritt_state *s = tritt_state(state);
    const uint32_t *killer = look->killer[tritt_count_pieces(s)]; /* which no later ply changes */
    struct progress progress = {.depth = depth,
                                .alpha = alpha,
                                .beta = beta,
                                .best = -TRITT_WIN,
                                .best_move = GAME_NO_MOVE};
    *number = TABLE_MOVE_NONE;
    if (try_killers(look, state, places, killer, room, &progress))
        *number = try_others(look, state, first, killer, room, &progress);
    if (progress.best >= beta && !look->stopped)
        raise_history(look, s, progress.best_move, depth);
    return progress.best;
}

/* The score of a position that is not over, for the player to move: exact within the window. */
static int look_at(struct tritt_look *look, const struct game_state *state, int depth, int alpha,
                   int beta, uint32_t *room) {
    const struct tritt_state *s = tritt_state(state);
    struct tritt_places places[2];
    int soon = TRITT_WIN - tritt_count_pieces(s) - 1, first, score, number = 0;
    look->nodes++;
    look->stopped |= task_is_over(look->task, look->nodes, CHECK_NODES);
    if (look->stopped)
        return 0;
    for (int side = 0; side < 2; side++)
        tritt_find_places(look->tactics.board, s, side ? !s->mover : s->mover, &places[side]);
    if (tritt_wins(&look->tactics, s, s->mover, &places[0], 1, NULL) ||
        blocks(look, state, tritt_count_places(&places[1]), room))
        return soon;
    if (soon - 2 <= alpha) /* a win at the next turn would be too late */
        return soon - 2;
    if (depth <= 0) {
        struct tritt_counts counts;
        tritt_count(&look->tactics, s, places, &counts);
        score = tritt_evaluate(&counts);
        return score > ESTIMATE_MAX ? ESTIMATE_MAX : score < -ESTIMATE_MAX ? -ESTIMATE_MAX : score;
    }
    uint64_t key = look->game->hash(look->task->board, state);
    if (recall(look, key, depth, alpha, beta, &first, &score))
        return score;
    score = look_at_moves(look, state, &places[0], first, depth, alpha, beta, room, &number);
    if (!look->stopped)
        remember(look, key, depth, alpha, beta, score, number);
    return score;
}

/* ---- from outside ---------------------------------------------------------------------------- */

int tritt_look_after(struct tritt_look *look, uint32_t move, int depth, int alpha, int beta) {
    return look_after(look, look->task->state, move, depth, alpha, beta, look->room);
}

bool tritt_look_open(struct tritt_look *look, struct task *task) {
    int left = TRITT_ALL_PIECES - tritt_count_pieces(tritt_state(task->state));
    size_t room = (size_t)task->board->moves_max * (size_t)(3 * left + 1);
    memset(look, 0, sizeof *look);
    look->task = task;
    look->game = task->board->game;
    tritt_tactics_init(&look->tactics, tritt_board(task->board));
    for (int i = 0; i <= TRITT_ALL_PIECES; i++)
        for (int k = 0; k < TRITT_KILLERS; k++)
            look->killer[i][k] = GAME_NO_MOVE;
    look->room = malloc(room * sizeof *look->room);
    return look->room != NULL;
}

void tritt_look_close(struct tritt_look *look) {
    free(look->room);
}
