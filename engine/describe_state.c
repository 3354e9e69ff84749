/* describe_state.c - the answer to `state` (describe.h). */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "engine/describe_parts.h"
#include "games/position.h"
#include "protocol/line.h"

/* Whether the player to move may offer a draw: an offer is then legal but not among the moves. */
static bool may_offer(const struct game_board *board, const struct game_state *state) {
    struct error why;
    if (board->game->turn(board, state) < 0 || board->game->refuse(board, state, GAME_DRAW, &why))
        return false;
    uint32_t *moves = malloc(sizeof *moves * (size_t)(board->moves_max + 1));
    int count = moves ? board->game->moves(board, state, moves) : 0;
    bool listed = !moves;
    for (int i = 0; i < count; i++)
        listed = listed || moves[i] == GAME_DRAW;
    free(moves);
    return !listed;
}

static const struct picture_side *side_of(const struct picture *picture, int seat) {
    static const struct picture_side nobody = {.name = "?"};
    for (int i = 0; i < picture->sides; i++)
        if (picture->side[i].seat == seat)
            return &picture->side[i];
    return &nobody;
}

/* Prints the line `state`, then the seats and the counts. */
static void say_situation(const struct describer *describer, const struct game_board *board,
                          const struct scene *scene, const struct described_half *half,
                          struct text *line) {
    const struct game_state *state = &scene->state;
    struct game_situation situation;
    struct game_score score;
    game_situation(board, state, &situation);
    board->game->score(board, state, &score);
    text_addf(line, "state half %d", half->number);
    describe_turn(line, board, state);
    text_addf(line, " phase %s moves %d over %s draw %s", situation.phase, half->count,
              score.over ? score.over : "no", may_offer(board, state) ? "yes" : "no");
    if (situation.checkers)
        text_add(line, " checkers");
    for (int seat = 0; seat < board->players; seat++)
        if (situation.checkers >> seat & 1)
            text_addf(line, " %d", seat + 1);
    describe_say(describer, line);
    for (int seat = 0; seat < board->players; seat++) {
        const struct picture_side *side = side_of(&scene->picture, seat);
        text_addf(line, "state seat %d colour %s points %d margin %d%s", seat + 1,
                  describe_colours[side->colour], score.points[seat], score.margin[seat],
                  side->out ? " out" : "");
        if (side->holds[0])
            text_addf(line, " holds %s", side->holds);
        text_addf(line, " name %s", side->name);
        describe_say(describer, line);
    }
    for (int i = 0; i < situation.counts; i++) {
        text_addf(line, "state count %s %d", situation.count[i].name, situation.count[i].value);
        describe_say(describer, line);
    }
}

static void add_marks(struct text *line, unsigned marks) {
    if (marks & PICTURE_LAST)
        text_add(line, " last");
    if (marks & PICTURE_TAKEN)
        text_add(line, " taken");
    if (marks & PICTURE_CLOSED)
        text_add(line, " closed");
}

static bool is_owned(const struct picture_cell *cell) {
    return cell->colour > PICTURE_DARK;
}

static void say_cells(const struct describer *describer, const struct picture *picture,
                      struct text *line) {
    for (int i = 0; i < picture->cells; i++) {
        const struct picture_cell *cell = &picture->cell[i];
        if (!is_owned(cell) && !cell->value[0] && !cell->marks)
            continue;
        text_addf(line, "state cell %d", i);
        if (is_owned(cell))
            text_addf(line, " colour %s", describe_colours[cell->colour]);
        if (cell->value[0])
            text_addf(line, " value %.3s", cell->value);
        add_marks(line, cell->marks);
        describe_say(describer, line);
    }
}

static void say_pieces(const struct describer *describer, const struct picture *picture,
                       struct text *line) {
    for (int i = 0; i < picture->pieces; i++) {
        const struct picture_piece *piece = &picture->piece[i];
        text_add(line, "state piece at");
        for (int k = 0; k < piece->points; k++)
            text_addf(line, " %s", describe_place(picture, piece, k));
        text_add(line, " colours");
        for (int k = 0; k < piece->points; k++)
            text_addf(line, " %s", describe_colours[piece->colour[k]]);
        if (piece->seat >= 0)
            text_addf(line, " seat %d", piece->seat + 1);
        if (piece->label[0])
            text_addf(line, " label %s", piece->label);
        add_marks(line, piece->marks);
        describe_say(describer, line);
    }
}

static void say_line(const struct describer *describer, const struct picture_line *points,
                     const struct picture *picture, struct text *line) {
    if (points->points == 0)
        return;
    text_add(line, "state line at");
    for (int k = 0; k < points->points; k++)
        text_addf(line, " %s", describe_name(picture, points->point[k]));
    text_addf(line, " colour %s", describe_colours[points->colour]);
    describe_say(describer, line);
}

static void say_hands(const struct describer *describer, const struct picture *picture,
                      struct text *line) {
    for (int i = 0; i < picture->sides; i++) {
        const struct picture_hand *hand = &picture->hand[i];
        if (hand->pieces + hand->hidden == 0)
            continue;
        text_addf(line, "state hand %d hidden %d", picture->side[i].seat + 1, hand->hidden);
        text_add(line, hand->pieces ? " pieces" : "");
        for (int k = 0; k < hand->pieces; k++)
            text_addf(line, " %s", hand->piece[k]);
        describe_say(describer, line);
    }
}

/* Plays the moves from the start, so that scene->other is the position before the last one, and
 * writes them as they are played: as many lines as it takes. They are not said yet. */
static void replay(struct scene *scene, const struct game_board *board,
                   const struct described_half *half, struct text *history) {
    char word[GAME_MOVE_TEXT];
    size_t line = 0;
    game_copy(board, &scene->state, half->start);
    for (int i = 0; i < half->count; i++) {
        if (history->length - line > LINE_BYTES_MAX - 64 - GAME_MOVE_TEXT) {
            text_add(history, "\n");
            line = history->length;
        }
        board->game->format(board, &scene->state, half->moves[i], GAME_EVERYBODY, word);
        text_addf(history, " %s", word);
        if (i == half->count - 1)
            game_copy(board, &scene->other, &scene->state);
        board->game->play(board, &scene->state, half->moves[i]);
    }
}

static void say_history(const struct describer *describer, const struct text *history,
                        struct text *line) {
    const char *from = text_get(history);
    line->failed |= history->failed;
    for (bool more = true; more;) {
        size_t length = strcspn(from, "\n");
        more = from[length] == '\n';
        text_add(line, "state history");
        text_add_bytes(line, from, length);
        text_add(line, more ? " more" : "");
        describe_say(describer, line);
        from += length + more;
    }
}

/* The command `position` that sets this position. */
static void say_position(const struct describer *describer, const struct game_board *board,
                         const struct game_state *state, const struct described_half *half,
                         struct text *line) {
    bool carries = false;
    text_addf(line, "state position half %d", half->number);
    for (int seat = 0; seat < board->players; seat++)
        carries = carries || half->carry[seat];
    for (int seat = 0; carries && seat < board->players; seat++)
        text_addf(line, "%s %lld", seat ? "" : " carry", half->carry[seat]);
    text_add(line, " at ");
    position_write(board, state, line);
    describe_say(describer, line);
}

bool describe_state(const struct describer *describer, const struct game_board *board,
                    const struct described_half *half) {
    struct scene *scene = malloc(sizeof *scene);
    struct text line = {0}, history = {0};
    if (!scene)
        return false;
    int count = half->count;
    replay(scene, board, half, &history);
    struct picture_before before = {&scene->other, count ? half->moves[count - 1] : GAME_NO_MOVE};
    const struct picture *picture = &scene->picture;
    picture_of_state(&scene->picture, board, &scene->state, count ? &before : NULL);
    say_situation(describer, board, scene, half, &line);
    say_cells(describer, picture, &line);
    say_pieces(describer, picture, &line);
    say_line(describer, &picture->line, picture, &line);
    say_hands(describer, picture, &line);
    say_position(describer, board, &scene->state, half, &line);
    say_history(describer, &history, &line);
    text_add(&line, "stateok");
    describe_say(describer, &line);
    bool whole = !line.failed;
    text_free(&line);
    text_free(&history);
    free(scene);
    return whole;
}
