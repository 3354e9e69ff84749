/* report_games.c - the games of a page as one JSON text. A half is played again, and what each move
 * changes on the board is written as a few characters: colours as signs, cells as digits to the
 * base of 64. The page steps through these without knowing the rules. Boards, sides and moves that
 * come again are written once and referred to by number. */
#include "config.h"

#include "results/report_games.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "draw/replay_draw.h"
#include "games/picture.h"
#include "half/boards.h"
#include "half/half_result.h"
#include "half/moves.h"
#include "half/said.h"
#include "pairing/game_id.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_analysis.h"
#include "record/record_rows.h"
#include "record/record_said.h"

#include <stdlib.h>
#include <string.h>

/* A board of the league. */
struct shown_board {
    struct boards boards;          /* itself alone; none if no game on it is shown */
    struct replay_drawing drawing; /* drawing.drawn NULL: it cannot be drawn */
    int number;                    /* in the JSON text */
};

/* A text beside a board: a side's points, deals and hand, or the status. */
struct shown_side {
    int points, won;
    char text[PICTURE_HAND_MAX * 4 + PICTURE_STATUS];
};

struct writer {
    struct record *record;
    const struct report_data *data;
    const struct report_choice *choice;
    FILE *file;
    bool named_file,
        drew_file;    /* whether a board is a file, and was drawn by the one that is given */
    struct error why; /* else */
    struct shown_board *board; /* as in the data */
    int boards;                /* written */
    struct picture *before, *after;
    struct game_change *change;
    FILE *changes, *pieces, *sides; /* of the half that is being written, until it was played */
    FILE *expected;
    struct {
        char *text;
        size_t size;
    } kept[4];                   /* what these have */
    struct said_list said;       /* of the half */
    bool analysed;               /* the record has analyses */
    struct analysis_list judged; /* of the half */
    bool spelled;                /* it begins at a position, which its first change brings */
    bool named;                  /* some move of it is more than the cell that it changes first */
    struct shown_side shown[GAME_PLAYERS_MAX + 1]; /* what was written of each side; the status */
};

/* ---- boards ---------------------------------------------------------------------------------- */

/* Who plays what in each half. */
static void write_sides(const struct writer *writer, const struct game_board *board) {
    FILE *file = writer->file;
    struct game_state state;
    fputs(",\"sides\":[", file);
    for (int half = 1; half <= writer->data->halves; half++) {
        board->game->start(board, &state, half);
        picture_of_state(writer->before, board, &state, NULL);
        fputs(half > 1 ? ",[" : "[", file);
        for (int i = 0; i < writer->before->sides; i++) {
            const struct picture_side *side = &writer->before->side[i];
            fputs(i ? ",[" : "[", file);
            report_string(file, _(side->name));
            fprintf(file, ",%d,%d]", (int)side->colour, side->seat);
        }
        putc(']', file);
    }
    putc(']', file);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static const char colour_signs[] = "!#$%()*+";
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

_Static_assert(sizeof colour_signs - 1 >= PICTURE_COLOURS, "a sign for each colour");

static void write_cell(FILE *file, int cells, int cell) {
    if (cells > 64)
        putc(digits[cell / 64], file);
    putc(digits[cell % 64], file);
}

static enum picture_colour colour_of(const struct picture *picture, int seat) {
    for (int i = 0; i < picture->sides; i++)
        if (picture->side[i].seat == seat)
            return picture->side[i].colour;
    return PICTURE_EMPTY;
}

/* A move of a game with reactions, step by step: everything that it changes takes the mover's
 * colour. */
static void write_unfolded(struct writer *writer, const struct replay_move *move) {
    const struct picture *picture = writer->before;
    int count = move->board->game->unfold(move->board, move->before, move->move, writer->change);
    putc(colour_signs[colour_of(picture, move->turn)], writer->changes);
    for (int i = 0; i < count; i++) {
        if (i > 0 && writer->change[i].step != writer->change[i - 1].step)
            putc('.', writer->changes);
        write_cell(writer->changes, picture->cells, writer->change[i].cell);
    }
    if (count == 0 || strcmp(move->text, picture->cell[writer->change[0].cell].name) != 0)
        writer->named = true;
}

/* A move of any other game: what differs between the pictures. */
static void write_difference(struct writer *writer) {
    int now = -1;
    for (int i = 0; i < writer->after->cells; i++) {
        int colour = (int)writer->after->cell[i].colour;
        if (colour == (int)writer->before->cell[i].colour)
            continue;
        if (colour != now)
            putc(colour_signs[colour], writer->changes);
        now = colour;
        write_cell(writer->changes, writer->after->cells, i);
        if (writer->after->cell[i].value[0])
            fprintf(writer->changes, "=%.3s", writer->after->cell[i].value);
    }
}

/* The pieces in a hand, and one `???` for each that is not known. */
static void write_hand(const struct picture_hand *hand, char *text, size_t size) {
    size_t end = 0;
    text[0] = '\0';
    for (int i = 0; i < hand->pieces + hand->hidden; i++)
        end += (size_t)snprintf(text + end, size - end, "%s%.3s", i ? " " : "",
                                i < hand->pieces ? hand->piece[i] : "???");
}

static bool keep_side(struct shown_side *shown, const struct shown_side *now) {
    bool same = shown->points == now->points && shown->won == now->won &&
                strcmp(shown->text, now->text) == 0;
    *shown = *now;
    return !same;
}

/* Texts beside the board that have changed: sides by their place, then the status. */
static void write_beside(struct writer *writer, const struct picture *picture,
                         const struct game_board *board, const struct game_state *state) {
    struct game_score score;
    int written = 0;
    board->game->score(board, state, &score);
    putc('[', writer->sides);
    for (int i = 0; i <= picture->sides; i++) {
        struct shown_side now = {.points = 0};
        if (i < picture->sides) {
            now.points = score.points[picture->side[i].seat];
            now.won = score.won[picture->side[i].seat];
            write_hand(&picture->hand[i], now.text, sizeof now.text);
        } else {
            snprintf(now.text, sizeof now.text, "%s", picture->status);
        }
        if (!keep_side(&writer->shown[i], &now))
            continue;
        fprintf(writer->sides, "%s[%d,%d,%d,", written++ ? "," : "", i, now.points, now.won);
        report_string(writer->sides, now.text);
        putc(']', writer->sides);
    }
    putc(']', writer->sides);
}

/* Whether there is more to say of the positions of a half than the board shows. */
static bool begins_beside(const struct writer *writer, const struct game_board *board, int half) {
    const struct picture *picture = writer->before;
    struct game_state state;
    board->game->start(board, &state, half);
    picture_of_state(writer->before, board, &state, NULL);
    bool hands = picture->status[0];
    for (int i = 0; i < picture->sides; i++)
        hands = hands || picture->hand[i].pieces + picture->hand[i].hidden > 0;
    return hands;
}

/* Writes what a move changes. */
static bool write_move(void *context, const struct replay_move *move) {
    struct writer *writer = context;
    /* What the engine that has moved expected. */
    const struct said *said = said_list_find(&writer->said, move->ply);
    if (said && said->valued && move->turn >= 0)
        fprintf(writer->expected, ",%d,%d,%d,%d", move->ply, move->turn, said->margin,
                (int)said->bound);
    if (move->ply > 1)
        putc(',', writer->changes);
    if (move->board->game->unfold && !(writer->spelled && move->ply == 1)) {
        write_unfolded(writer, move);
        return true;
    }
    const struct picture_before before = {move->before, move->move};
    picture_of_state(writer->after, move->board, move->after, &before);
    write_difference(writer);
    writer->named = true;
    putc(move->ply > 1 ? ',' : '[', writer->pieces);
    report_pieces(writer->before, writer->after, writer->pieces);
    if (writer->sides) {
        putc(',', writer->sides);
        write_beside(writer, writer->after, move->board, move->after);
    }
    struct picture *swap = writer->before;
    writer->before = writer->after;
    writer->after = swap;
    return true;
}

/* The moves of a half from its beginning. False and a message. */
static bool write_moves(struct writer *writer, const struct game_board *board,
                        const struct half_result *half, struct error *why) {
    struct game_state state;
    board->game->start(board, &state, half->number);
    picture_of_state(writer->before, board, &state, NULL);
    memset(writer->shown, 0, sizeof writer->shown);
    if (writer->sides)
        write_beside(writer, writer->before, board, &state);
    return replay_moves(board, half, &state, write_move, writer, why);
}

/* ---- games ----------------------------------------------------------------------------------- */

/* The columns of a half; from HALF on those of record_rows.h. */
enum { GAME_ID, ROUND, BOARD, OPENING, SEATS, HALF = SEATS + GAME_PLAYERS_MAX };

/* The board of a game; the data were read from the same record and have it. */
static const struct shown_board *board_of(const struct writer *writer, const struct query *row) {
    return &writer->board[report_find_board(writer->data, query_int64(row, BOARD))];
}

/* A stream into memory, as a member of what is kept of the half. */
static FILE *open_kept(struct writer *writer, int member) {
    return needed(open_memstream(&writer->kept[member].text, &writer->kept[member].size));
}

/* Opens what is kept of a half until its moves were played. */
static void open_half(struct writer *writer, const struct game_board *board, int half) {
    writer->sides = begins_beside(writer, board, half) ? open_kept(writer, 2) : NULL;
    writer->changes = open_kept(writer, 0);
    writer->pieces = open_kept(writer, 1);
    writer->expected = open_kept(writer, 3);
    writer->named = false;
}

static void free_half(struct writer *writer) {
    for (size_t i = 0; i < sizeof writer->kept / sizeof *writer->kept; i++) {
        free(writer->kept[i].text);
        writer->kept[i].text = NULL;
    }
}

static void close_half(struct writer *writer) {
    FILE *streams[] = {writer->changes, writer->pieces, writer->sides, writer->expected};
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
        if (streams[i])
            fclose(streams[i]);
}

/* For each move that lost something: how much, and the best move. A move that is not listed lost
 * nothing. */
static void write_judged(const struct analysis_list *judged, FILE *file) {
    bool comma = false;
    fputs(",[", file);
    for (int i = 0; i < judged->count; i++) {
        const struct analysis_row *row = &judged->item[i];
        if (analysis_loss(row) == 0)
            continue;
        fprintf(file, "%s%d,%d,%d,", comma ? "," : "", row->ply, analysis_loss(row),
                analysis_is_exact(row) + 2 * analysis_turns(row));
        report_string(file, row->best);
        comma = true;
    }
    putc(']', file);
}

/* Writes what was kept. */
static void write_kept(struct writer *writer, const char *moves) {
    FILE *file = writer->file;
    bool beside = writer->sides, line = writer->before->line.points > 0;
    bool judged = writer->judged.there;
    close_half(writer);
    report_string(file, writer->named ? moves : "");
    fprintf(file, ",\"%s\",%s%s", writer->kept[0].text,
            writer->kept[1].size ? writer->kept[1].text : "null", writer->kept[1].size ? "]" : "");
    if (beside)
        fprintf(file, ",[%s]", writer->kept[2].text);
    else if (line || judged || writer->kept[3].size > 0)
        fputs(",0", file);
    if (writer->kept[3].size > 0)
        fprintf(file, ",[%s]", writer->kept[3].text + 1);
    else if (line || judged)
        fputs(",0", file);
    report_line(writer->before, file);
    if (judged && !line)
        fputs(",0", file);
    if (judged)
        write_judged(&writer->judged, file);
}

/* How a half ended, if that is not the usual end; of a forfeit by whom, and why. */
static void write_end(const struct writer *writer, const struct query *row,
                      const struct half_result *half, const struct game *game) {
    const struct game_end *end = game_find_end(game, half->termination);
    struct text text = {0};
    if (!end || !end->usual)
        text_add(&text, half_end_shown(game, half->termination));
    if (half->at_fault != MATCH_NOBODY && half->at_fault < row_seats(row, SEATS)) {
        int player = report_find_player(writer->data, query_int64(row, SEATS + half->at_fault));
        text_addf(&text, " (%s%s%s)", writer->data->player[player].name, *half->text ? ": " : "",
                  half->text);
    }
    report_string(writer->file, text_get(&text));
    text_free(&text);
}

static bool write_half(struct writer *writer, const struct query *row, struct error *error) {
    const struct game_board *board = board_of(writer, row)->drawing.drawn;
    int seats = row_seats(row, SEATS);
    struct half_result half;
    FILE *file = writer->file;
    struct error why;
    half_row_read(row, HALF, seats, &half);
    half.clocks = NULL; /* they may be damaged */
    half.opening = query_text(row, OPENING);
    writer->spelled = half.opening && opening_is_spelled(half.opening);
    putc('[', file);
    for (int i = 0; i < seats; i++)
        fprintf(file, "%s%d", i ? "," : "[", half.margin[i]);
    fputs("],", file);
    write_end(writer, row, &half, board->game);
    putc(',', file);
    if (!record_read_said(writer->record, half_id(query_int64(row, GAME_ID), half.number),
                          half.plies, &writer->said, error) ||
        (writer->analysed &&
         !record_read_analysis(writer->record, half_id(query_int64(row, GAME_ID), half.number),
                               half.plies, &writer->judged, error)))
        return false;
    open_half(writer, board, half.number);
    bool good = write_moves(writer, board, &half, &why);
    write_kept(writer, half.moves);
    free_half(writer);
    putc(']', file);
    return good ||
           error_set(error, _("record %s: game %lld, half %d: %s"), record_path(writer->record),
                     (long long)query_int64(row, GAME_ID), half.number, why.text);
}

static void begin_game(struct writer *writer, const struct query *row, bool first) {
    FILE *file = writer->file;
    fprintf(file, "%s\n[%lld,%d,%d,", first ? "" : "]],", (long long)query_int64(row, GAME_ID),
            query_int(row, ROUND), board_of(writer, row)->number);
    for (int i = 0; i < row_seats(row, SEATS); i++)
        fprintf(file, "%s%d", i ? "," : "[",
                report_find_player(writer->data, query_int64(row, SEATS + i)));
    fputs("],[", file);
}

/* The newest games that can be stepped through, all halves of each: others, such as a season of
 * imported results, must not take their places. */
#define SHOWN_GAMES                                                                                \
    "(SELECT * FROM game WHERE (SELECT spelled FROM board WHERE board.id = game.board) NOT NULL"   \
    "  AND NOT EXISTS (SELECT 1 FROM half WHERE half.game = game.id AND moves IS NULL)"            \
    " ORDER BY id DESC LIMIT ?) AS game"

static bool write_games(struct writer *writer, int64_t *written, struct error *error) {
    struct query rows;
    query_open(
        &rows, writer->record,
        "SELECT game.id, round, board, game.opening, seat1, seat2, seat3, seat4, " HALF_COLUMNS
        " FROM " SHOWN_GAMES " JOIN half ON half.game = game.id ORDER BY half.id",
        VALUES(value_int(writer->choice->limit)));
    int64_t game = -1;
    int halves = 0;
    bool good = true;
    while (good && query_step(&rows)) {
        if (!board_of(writer, &rows)->drawing.drawn)
            continue;
        if (query_int64(&rows, GAME_ID) != game) {
            begin_game(writer, &rows, game < 0);
            ++*written;
            halves = 0;
        }
        game = query_int64(&rows, GAME_ID);
        if (halves++ > 0)
            putc(',', writer->file);
        good = write_half(writer, &rows, error);
    }
    if (*written > 0)
        fputs("]]", writer->file);
    return query_close(&rows, error) && good;
}

/* ---- the boards of the games ----------------------------------------------------------------- */

/* Opens a board and writes its shape, if it can be drawn. */
static bool add_board(struct writer *writer, int number, const char *name, const char *line,
                      int seats, struct error *error) {
    struct shown_board *shown = &writer->board[number];
    struct error why;
    struct game_state state;
    const struct made_board *made = boards_by_line(&shown->boards, line, seats, &why);
    if (!made)
        return error_set(error, _("record %s: board %s: %s"), record_path(writer->record), name,
                         why.text);
    const char *own = grid_is_file(name) ? writer->choice->grid : NULL;
    bool found = replay_drawing_find(&shown->drawing, made->board, name, own, &why);
    writer->named_file |= own != NULL;
    writer->drew_file |= own && found;
    if (own && !found)
        writer->why = why;
    if (!found)
        return true;
    const struct game_board *board = shown->drawing.drawn;
    board->game->start(board, &state, 1);
    if (!picture_of_state(writer->before, board, &state, NULL)) {
        replay_drawing_free(&shown->drawing);
        return true;
    }
    shown->number = writer->boards++;
    fputs(shown->number ? ",\n{\"name\":" : "\n{\"name\":", writer->file);
    report_string(writer->file, name);
    report_board(writer->before, board, writer->file);
    write_sides(writer, board);
    putc('}', writer->file);
    return true;
}

/* The boards on which the games that are shown were played. */
static bool write_boards(struct writer *writer, struct error *error) {
    struct query rows;
    query_open(&rows, writer->record,
               "SELECT board.id, name, spelled, (seat1 NOT NULL) + (seat2 NOT NULL) +"
               " (seat3 NOT NULL) + (seat4 NOT NULL)"
               " FROM " SHOWN_GAMES
               " JOIN board ON board.id = game.board GROUP BY board.id ORDER BY board.id",
               VALUES(value_int(writer->choice->limit)));
    bool good = true;
    while (good && query_step(&rows)) {
        int number = report_find_board(writer->data, query_int64(&rows, 0));
        good = add_board(writer, number, query_string(&rows, 1), query_string(&rows, 2),
                         query_int(&rows, 3), error);
    }
    bool drawn = writer->drew_file || !writer->named_file;
    if (!query_close(&rows, error) || !good)
        return false;
    return drawn || error_set(error, "%s", writer->why.text);
}

/* The names of all players. */
static void write_names(const struct writer *writer) {
    FILE *file = writer->file;
    fputs("],\n\"players\":[", file);
    for (int i = 0; i < writer->data->players; i++) {
        putc(i ? ',' : ' ', file);
        report_string(file, writer->data->player[i].name);
    }
    fputs("],\n\"games\":[", file);
}

bool report_games(struct record *record, const struct report_data *data,
                  const struct report_choice *choice, FILE *file, int64_t *written,
                  struct error *error) {
    struct writer writer = {.record = record, .data = data, .choice = choice, .file = file};
    writer.analysed = record_has_analysis(record);
    writer.board = needed(calloc((size_t)data->boards + 1, sizeof *writer.board));
    writer.before = needed(calloc(1, sizeof *writer.before));
    writer.after = needed(calloc(1, sizeof *writer.after));
    writer.change = needed(calloc(GRID_CELLS_MAX, sizeof *writer.change));
    fputs("{\"boards\":[", file);
    bool good = write_boards(&writer, error);
    if (good) {
        write_names(&writer);
        good = write_games(&writer, written, error);
        fputs("]}\n", file);
    }
    for (int i = 0; i < data->boards; i++)
        replay_drawing_free(&writer.board[i].drawing), boards_free(&writer.board[i].boards);
    said_list_free(&writer.said);
    analysis_list_free(&writer.judged);
    free(writer.board);
    free(writer.before);
    free(writer.after);
    free(writer.change);
    return good;
}
