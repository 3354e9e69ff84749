/* puzzle_game.c - a puzzle that a person solves, by the rules of the game trioker_puzzle. A piece
 * is taken back by laying all others again: pieces can be laid in any order. */
#include "config.h"

#include "prompt/puzzle_game.h"

#include "base/error.h"
#include "base/ini.h"
#include "base/input.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/output.h"
#include "games/picture.h"
#include "games/trioker.h"
#include "grids/grid.h"
#include "prompt/saved.h"

#include <stdio.h>
#include <string.h>

/* ---- life ------------------------------------------------------------------------------------ */

static bool puzzle_game_prepare(struct puzzle_game *puzzle, struct error *error) {
    char setup[GAME_SETUP_SIZE];
    trioker_shape_setup(&puzzle->shape, setup, sizeof setup);
    puzzle->board = game_prepare_text(&trioker_puzzle, puzzle->shape.grid, setup, error);
    if (puzzle->board)
        trioker_puzzle.start(puzzle->board, &puzzle->state, 1);
    return puzzle->board != NULL;
}

bool puzzle_game_open(struct puzzle_game *puzzle, const char *name, bool joker, trioker_set pieces,
                      struct error *error) {
    *puzzle = (struct puzzle_game){.moves = 0};
    if (strlen(name) >= sizeof puzzle->name)
        return error_set(error, _("%.40s...: at most %d bytes"), name, PUZZLE_NAME_SIZE - 1);
    strcpy(puzzle->name, name);
    if (!trioker_shape_find(name, &puzzle->shape, error))
        return false;
    trioker_set own = puzzle->shape.pieces;
    if (pieces)
        puzzle->shape.pieces = pieces;
    puzzle->shape.pieces |= (trioker_set)joker << TRIOKER_JOKER;
    if (puzzle->shape.pieces != own)
        puzzle->shape.solutions = -1; /* the number in the file is for the file's pieces */
    if (puzzle_game_prepare(puzzle, error))
        return true;
    puzzle_game_close(puzzle);
    return false;
}

void puzzle_game_close(struct puzzle_game *puzzle) {
    game_board_free(puzzle->board);
    trioker_shape_free(&puzzle->shape);
    puzzle->board = NULL;
}

/* ---- laying ---------------------------------------------------------------------------------- */

bool puzzle_game_lay(struct puzzle_game *puzzle, const char *text, struct error *error) {
    uint32_t move;
    struct error why;
    bool parsed = trioker_puzzle.parse(puzzle->board, &puzzle->state, text, &move);
    const char *refusal = parsed ? trioker_puzzle.refuse(puzzle->board, &puzzle->state, move, &why)
                                 : trioker_puzzle.misread(puzzle->board, text, &why);
    if (refusal)
        return error_set(error, _("%s is not possible: %s"), text, refusal);
    if (!parsed)
        return error_set(error, _("'%s' is neither a piece on a cell, like 7:012, nor a command"),
                         text);
    trioker_puzzle.play(puzzle->board, &puzzle->state, move);
    puzzle->move[puzzle->moves++] = move;
    return true;
}

bool puzzle_game_take_back(struct puzzle_game *puzzle, int cell) {
    int gone = cell < 0 ? puzzle->moves - 1 : -1;
    for (int i = 0; cell >= 0 && i < puzzle->moves; i++)
        if (trioker_move_cell(puzzle->move[i]) == cell)
            gone = i;
    if (gone < 0)
        return false;
    puzzle->moves--;
    memmove(puzzle->move + gone, puzzle->move + gone + 1,
            (size_t)(puzzle->moves - gone) * sizeof *puzzle->move);
    trioker_puzzle.start(puzzle->board, &puzzle->state, 1);
    for (int i = 0; i < puzzle->moves; i++)
        trioker_puzzle.play(puzzle->board, &puzzle->state, puzzle->move[i]);
    return true;
}

bool puzzle_game_is_solved(const struct puzzle_game *puzzle) {
    return puzzle->moves == puzzle->shape.grid->cells;
}

/* ---- text ------------------------------------------------------------------------------------ */

void puzzle_game_add_laid(const struct puzzle_game *puzzle, struct text *text) {
    for (int i = 0; i < puzzle->moves; i++) {
        char word[GAME_MOVE_TEXT];
        trioker_puzzle.format(puzzle->board, &puzzle->state, puzzle->move[i], GAME_EVERYBODY, word);
        text_addf(text, "%s%s", i ? " " : "", word);
    }
}

void puzzle_game_add_pieces(const struct puzzle_game *puzzle, struct text *text) {
    const char *between = "";
    for (int piece = 0; piece <= TRIOKER_JOKER; piece++)
        if (puzzle->shape.pieces >> piece & 1) {
            char values[TRIOKER_PIECE_TEXT];
            trioker_piece_write(puzzle->shape.joker, piece, 0, values);
            text_addf(text, "%s%s", between, values);
            between = " ";
        }
}

bool puzzle_game_picture(const struct puzzle_game *puzzle, struct picture *picture) {
    const struct picture_before before = {
        &puzzle->state, puzzle->moves ? puzzle->move[puzzle->moves - 1] : GAME_NO_MOVE};
    return picture_of_state(picture, puzzle->board, &puzzle->state, puzzle->moves ? &before : NULL);
}

/* ---- files ----------------------------------------------------------------------------------- */

static bool puzzle_game_write_file(void *context, FILE *file, struct error *error) {
    const struct puzzle_game *puzzle = context;
    (void)error;
    struct text pieces = {0}, laid = {0};
    puzzle_game_add_pieces(puzzle, &pieces);
    puzzle_game_add_laid(puzzle, &laid);
    fprintf(file, "[puzzle]\nshape = %s\npieces = %s\nlaid = %s\n", puzzle->name,
            needed_text(&pieces), needed_text(&laid));
    text_free(&pieces);
    text_free(&laid);
    return true;
}

bool puzzle_game_save(const struct puzzle_game *puzzle, const char *path, struct error *error) {
    return output_write(path, puzzle_game_write_file, (void *)(uintptr_t)puzzle, error);
}

enum { FILE_BYTES_MAX = 1 << 16 };

struct reader {
    char shape[PUZZLE_NAME_SIZE], laid[PUZZLE_MOVES_MAX * 8];
    trioker_set pieces;
    uint8_t joker[2]; /* the Joker's values, if it is one of the pieces */
    bool good;
};

static bool read_pieces(char *words, struct reader *reader) {
    char *save = NULL;
    for (char *word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        int piece, rotation;
        if (*word == '*' && !trioker_joker_read(word + 1, reader->joker))
            return false;
        if (!trioker_piece_read(reader->joker, word, &piece, &rotation))
            return false;
        reader->pieces |= UINT32_C(1) << piece;
    }
    return true;
}

static bool puzzle_game_read_row(void *context, int line, const char *section, const char *key,
                                 const char *value, struct error *error) {
    struct reader *reader = context;
    (void)line;
    (void)error;
    if (!key)
        return true;
    char words[PUZZLE_MOVES_MAX * 8];
    snprintf(words, sizeof words, "%s", value);
    if (strcmp(section, "puzzle") != 0)
        reader->good = false;
    else if (strcmp(key, "shape") == 0)
        snprintf(reader->shape, sizeof reader->shape, "%s", value);
    else if (strcmp(key, "laid") == 0)
        strcpy(reader->laid, words);
    else
        reader->good &= strcmp(key, "pieces") == 0 && read_pieces(words, reader);
    return true;
}

bool puzzle_game_load(struct puzzle_game *puzzle, const char *path, const char *shape,
                      struct error *error) {
    struct reader reader = {.good = true};
    char *save = NULL;
    struct text text = {0};
    struct error why;
    int line;
    if (!input_read(path, FILE_BYTES_MAX, &text, &why)) {
        text_free(&text);
        return error_set(error, "%.200s: %s", path, why.text);
    }
    reader.good =
        ini_read(text_get(&text), text.length, puzzle_game_read_row, &reader, &line, &why) &&
        reader.good;
    text_free(&text);
    if (!reader.good || !reader.shape[0] || !reader.pieces)
        return error_set(error, _("%.200s is not a saved puzzle"), path);
    if (!saved_may_open(grid_is_file(reader.shape) ? reader.shape : NULL, "--shape", shape, path,
                        error))
        return false;
    if (!puzzle_game_open(puzzle, shape ? shape : reader.shape, false, reader.pieces, error))
        return error_reword(error, "%.200s: %s", path, error->text);
    bool good =
        !(reader.pieces >> TRIOKER_JOKER) ||
        memcmp(reader.joker, puzzle->shape.joker, sizeof reader.joker) == 0 ||
        error_set(error, _("%.200s: the Joker of %s is %d%d, not %d%d"), path, puzzle->name,
                  puzzle->shape.joker[0], puzzle->shape.joker[1], reader.joker[0], reader.joker[1]);
    char *word = strtok_r(reader.laid, " ", &save);
    for (; good && word; word = strtok_r(NULL, " ", &save))
        good = puzzle_game_lay(puzzle, word, error) ||
               error_reword(error, "%.200s: %s", path, error->text);
    if (!good)
        puzzle_game_close(puzzle);
    return good;
}
