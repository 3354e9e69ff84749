/* command_replay.c - `replay`: a game of a record, move by move, as the rules have it. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "draw/draw_terminal.h"
#include "draw/replay_draw.h"
#include "half/boards.h"
#include "half/moves.h"
#include "half/said.h"
#include "pairing/game_id.h"
#include "prompt/console.h"
#include "prompt/stepping.h"
#include "record/record.h"
#include "record/record_analysis.h"
#include "record/record_rows.h"
#include "record/record_said.h"
#include "record/replay.h"
#include "referee/arguments/defaults.h"
#include "referee/commands/commands.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STEP, SVG, MOVE, THEME, GRID };

enum { MOVES_MAX = 1000000, DEALS_MAX = 64 };
enum { LINES_BESIDE = 6 }; /* of the terminal, for what stands above and below a board */

struct replay {
    const atomic_int *stop;
    struct record *record;
    struct said_list said; /* of the half */
    struct analysis_list analysis;
    int only;              /* the half that is asked for; 0: all */
    const char *grid;      /* the board by which it is drawn; NULL: what the record names */
    struct console *steps; /* what is typed between moves; NULL: all is shown at once */
    int from, to;          /* the moves that are shown now */
    int enter;             /* the half that is stepped back into, at its last move; 0: none */
    bool back;             /* the game is read once more for that */
    bool begun;            /* its head was shown */
    struct boards boards;
    const struct game_board *board; /* the game's; NULL: it is not known */
    const struct game_row *game;
    struct replay_drawing drawing;
    struct picture *picture; /* NULL: positions are shown as text */
    int shown;               /* halves */
    bool quit;
    int total[GAME_PLAYERS_MAX];
    struct game_score score;      /* of the position after the last move that was played */
    int deals, winner[DEALS_MAX]; /* how many have ended, and the winner of each */
};

static void print_text(const char *before, const char *text) {
    char printable[512];
    text_readable(printable, sizeof printable, text ? text : "");
    printf("%s%s", before, printable);
}

/* On a terminal, if the board can be drawn. */
static bool draw_position(struct replay *replay, const struct replay_move *move) {
    struct terminal terminal;
    struct text text = {0};
    if (!replay->picture || !replay->drawing.drawn ||
        !replay_drawing_picture(&replay->drawing, move, replay->picture))
        return false;
    terminal_look(&terminal, STDOUT_FILENO);
    bool drawn = draw_terminal(replay->picture, &terminal, terminal.rows - LINES_BESIDE, &text) > 0;
    fputs(text_get(&text), stdout);
    text_free(&text);
    return drawn;
}

static void print_position(const struct game_board *board, const struct game_state *state) {
    char shown[GAME_SHOW_SIZE];
    board->game->show(board, state, shown);
    size_t length = strlen(shown);
    printf("%s%s", shown, length > 0 && shown[length - 1] == '\n' ? "" : "\n");
}

static void add_part(struct text *line, const char *format, int64_t number) {
    char part[80];
    snprintf(part, sizeof part, format, (long long)number);
    text_addf(line, "%s%s", line->length ? ", " : "", part);
}

/* What the engine that has moved said of it. */
static void print_said(const struct said *said) {
    static const char *const expects[] = {[SAID_ESTIMATE] = N_("expects a margin of %+lld"),
                                          [SAID_EXACT] = N_("sure of a margin of %+lld"),
                                          [SAID_LOWER] = N_("sure of a margin of %+lld or more"),
                                          [SAID_UPPER] = N_("sure of a margin of %+lld or less")};
    struct text line = {0};
    if (!said)
        return;
    if (said->valued)
        add_part(&line, _(expects[said->bound]), said->margin);
    if (said->depth >= 0)
        add_part(&line, _("depth %lld"), said->depth);
    if (said->nodes >= 0)
        add_part(&line, ngettext("%lld node", "%lld nodes", (unsigned long)said->nodes),
                 said->nodes);
    if (said->time >= 0)
        add_part(&line, _("%lld ms"), said->time);
    printf("  %s%s%s\n", text_get(&line), line.length && said->pv[0] ? _(": ") : "", said->pv);
    text_free(&line);
}

/* What the move was worth: a mark, ?? where it turned the result, ? where it lost something, !
 * where it was the only best one of several. */
static void print_analysis(const struct analysis_row *row) {
    if (!row)
        return;
    int loss = analysis_loss(row);
    bool only = loss == 0 && row->best_count == 1 && row->legal > 1;
    printf("  %s", analysis_turns(row) ? "?? " : loss > 0 ? "? " : only ? "! " : "");
    if (loss > 0)
        printf(_("lost %d: worth %+d; %s worth %+d"), loss, row->moved, row->best, row->margin);
    else if (only)
        printf(_("the only best move, worth %+d"), row->margin);
    else if (row->legal == 1)
        printf(_("the only move, worth %+d"), row->margin);
    else
        printf(_("one of the best of %d moves, worth %+d"), row->legal, row->margin);
    if (row->ties > 1)
        printf(_("; drawn among %d that look as good, luck %+.2f"), row->ties, analysis_luck(row));
    fputs(analysis_is_exact(row) ? "" : _(" (estimated)"), stdout);
    putchar('\n');
}

static bool show_move(void *context, const struct replay_move *move) {
    struct replay *replay = context;
    if (move->ply > replay->to)
        return false;
    /* The winner of a deal that the move has ended. */
    struct game_score before = replay->score;
    move->board->game->score(move->board, move->after, &replay->score);
    for (int i = 0; i < move->board->players; i++)
        if (replay->score.won[i] > before.won[i] && replay->deals < DEALS_MAX)
            replay->winner[replay->deals++] = i;
    if (move->ply < replay->from)
        return true;
    printf(_("\nmove %d: "), move->ply);
    if (move->turn == GAME_CHANCE)
        fputs(_("chance"), stdout);
    else
        print_text("", record_name_shown(replay->game->player[move->turn]));
    print_text(", ", move->text);
    if (move->took >= 0 && move->turn != GAME_CHANCE)
        printf(_(" in %.3f ms"), (double)move->took / 1000);
    printf("\n");
    print_said(said_list_find(&replay->said, move->ply));
    print_analysis(analysis_list_find(&replay->analysis, move->ply));
    if (!draw_position(replay, move))
        print_position(move->board, move->after);
    replay->quit = atomic_load(replay->stop) != 0;
    return !replay->quit;
}

/* ---- a half ---------------------------------------------------------------------------------- */

/* Shows some moves of a half, from the rules' beginning. */
static bool show_moves(struct replay *replay, const struct half_result *half, int from, int to,
                       struct error *error) {
    const struct game_board *board = replay->board;
    struct game_state state;
    replay->score = (struct game_score){.deals = 0};
    replay->deals = 0;
    replay->from = from;
    replay->to = to;
    if (to > 0)
        return replay_moves(board, half, &state, show_move, replay, error);
    if (!replay_start(board, half, &state, error))
        return false;
    const struct replay_move none = {.board = board, .after = &state};
    printf(_("\nthe beginning of half %d\n"), half->number);
    if (!draw_position(replay, &none))
        print_position(board, &state);
    return true;
}

/* A line at a place of the half. At the end of input all that is left is shown. */
static enum stepping replay_ask(struct replay *replay, int moves, int *place) {
    char question[80], *line;
    snprintf(question, sizeof question, _("move %d of %d> "), *place, moves);
    fflush(stdout);
    enum console_answer answer = console_read(replay->steps, question, &line);
    if (answer == CONSOLE_LINE)
        return stepping_obey(line, moves, place);
    if (answer == CONSOLE_END && console_is_terminal(replay->steps))
        putchar('\n');
    if (answer == CONSOLE_STOPPED || console_is_terminal(replay->steps))
        return STEPPING_LEAVE;
    console_close(replay->steps);
    replay->steps = NULL;
    return STEPPING_GO;
}

/* Asks until a line leads somewhere. Beyond the beginning it leads into the half before, if all
 * halves are shown and there is one. */
static enum stepping ask_for_step(struct replay *replay, int half, int moves, int *place) {
    for (;;) {
        int next = *place;
        enum stepping answer = replay_ask(replay, moves, &next);
        if (answer == STEPPING_STAY)
            continue;
        if (answer == STEPPING_LEAVE || next >= 0 || (half > 1 && !replay->only)) {
            *place = next;
            return answer;
        }
        printf(_("This is the beginning.\n"));
    }
}

/* Steps through a half as the user says, until they leave it. False and a message. */
static bool step_through(struct replay *replay, const struct half_result *half,
                         struct error *error) {
    int moves = moves_count(half->moves), place = half->number == replay->enter ? moves : 1;
    while (place >= 0 && place <= moves) {
        if (!show_moves(replay, half, place, place, error))
            return false;
        int from = place + 1;
        replay->quit =
            replay->quit || ask_for_step(replay, half->number, moves, &place) == STEPPING_LEAVE;
        if (replay->quit)
            return true;
        if (!replay->steps)
            return show_moves(replay, half, from, INT_MAX, error);
    }
    replay->back = place < 0;
    replay->enter = replay->back ? half->number - 1 : 0;
    return true;
}

/* A half's points; where they are money, also how many deals were won. */
static void print_points(const struct replay *replay, const struct half_result *half, int seat) {
    const struct game_board *board = replay->board;
    if (!half->pointed)
        return;
    if (board && board->game->money)
        printf(_("money %+d, deals won %d of %d, "), half->points[seat], replay->score.won[seat],
               replay->score.deals);
    else
        printf(ngettext("%d point, ", "%d points, ", (unsigned long)half->points[seat]),
               half->points[seat]);
}

static void print_result(const struct replay *replay, const struct half_result *half) {
    const struct game_row *game = replay->game;
    char word[32];
    printf(_("\nend of the half"));
    if (half->termination && *half->termination) {
        text_printable(word, sizeof word, half->termination);
        printf("%s%s", _(": "), half_end_shown(NULL, word));
    }
    if (half->at_fault != MATCH_NOBODY && half->at_fault < game->seats)
        print_text(_(" of "), record_name_shown(game->player[half->at_fault]));
    if (half->text && *half->text)
        print_text(_(": "), half->text);
    printf("\n");
    for (int i = 0; i < game->seats; i++) {
        print_text("  ", record_name_shown(game->player[i]));
        fputs(_(": "), stdout);
        print_points(replay, half, i);
        printf(_("margin %+d\n"), half->margin[i]);
    }
    for (int i = 0; i < replay->deals; i++) {
        printf(i ? ", " : _("  deals won by: "));
        print_text("", record_name_shown(game->player[replay->winner[i]]));
    }
    if (replay->deals > 0)
        putchar('\n');
}

static bool show_all_moves(struct replay *replay, const struct game_board *board,
                           const struct half_result *half, struct error *error) {
    if (board && half->moves)
        return replay->steps ? step_through(replay, half, error)
                             : show_moves(replay, half, 1, INT_MAX, error);
    replay->enter = 0;
    fputs(board ? _("\nIts moves are not known: only the result is.\n")
                : _("\nIts board is not known: only the result is.\n"),
          stdout);
    return true;
}

static bool count_half(struct replay *replay, const struct game_row *game,
                       const struct half_result *half) {
    replay->shown++;
    for (int i = 0; i < game->seats; i++)
        replay->total[i] += half->margin[i];
    return true;
}

static bool show_half(void *context, const struct game_row *game, const struct half_result *half,
                      struct error *error) {
    struct replay *replay = context;
    if (replay->quit || replay->back || (replay->only && half->number != replay->only))
        return true;
    if (half->number < replay->enter)
        return count_half(replay, game, half);
    int64_t id = half_id(game->id, half->number);
    if (!record_read_said(replay->record, id, half->plies, &replay->said, error) ||
        !record_read_analysis(replay->record, id, half->plies, &replay->analysis, error))
        return false;
    printf(_("\nhalf %d\n"), half->number);
    if (game->opening) {
        char printable[512];
        text_readable(printable, sizeof printable, game->opening);
        printf(_("opening: %s\n"), printable);
    }
    const struct game_board *board = replay->board;
    if (!show_all_moves(replay, board, half, error))
        return replay_reword(error, game->id, half->number);
    if (replay->quit || replay->back)
        return true;
    print_result(replay, half);
    count_half(replay, game, half);
    return replay_check(board, half, game->seats, error) ||
           replay_reword(error, game->id, half->number);
}

static void print_head(const struct game_row *game) {
    printf(_("game %lld"), (long long)game->id);
    if (game->board_name && *game->board_name)
        print_text(_(" on "), game->board_name);
    printf("\n");
    for (int i = 0; i < game->seats; i++) {
        printf(_("  seat %d: "), i + 1);
        print_text("", record_name_shown(game->player[i]));
        printf("\n");
    }
}

static bool show_game(void *context, const struct game_row *game, struct error *error) {
    struct replay *replay = context;
    replay->game = game;
    if (!replay->begun)
        print_head(game);
    if (replay->steps && !replay->begun)
        stepping_say_help();
    replay->begun = true;
    replay->board = NULL;
    if (!game->board_line)
        return true;
    const struct made_board *made =
        boards_by_line(&replay->boards, game->board_line, game->seats, error);
    if (!made)
        return error_reword(error, _("game %lld: %.400s"), (long long)game->id, error->text);
    replay->board = made->board;
    if (!replay->picture && !replay->grid)
        return true;
    return replay_drawing_find(&replay->drawing, replay->board,
                               game->board_name ? game->board_name : "", replay->grid, error) ||
           !replay->grid; /* then its positions are text */
}

static bool end_game(void *context, const struct game_row *game, struct error *error) {
    struct replay *replay = context;
    if (replay->quit || replay->back)
        return true;
    if (replay->shown == 0)
        return error_set(error, _("game %lld: half %d is not recorded"), (long long)game->id,
                         replay->only ? replay->only : 1);
    if (replay->shown < 2)
        return true;
    printf(_("\nscore of the game\n"));
    for (int i = 0; i < game->seats; i++) {
        print_text("  ", record_name_shown(game->player[i]));
        printf("%s%+d\n", _(": "), replay->total[i]);
    }
    return true;
}

/* Reads the game, once more whenever a step leads back into a half that was read. */
static bool replay_read_game(struct record *record, int64_t game, struct replay *replay,
                             struct error *error) {
    const struct row_reader reader = {replay, show_game, show_half, end_game};
    bool done;
    do {
        replay->back = false;
        replay->shown = 0;
        memset(replay->total, 0, sizeof replay->total);
        done = record_read_game(record, game, &reader, error);
    } while (done && replay->back);
    return done;
}

static bool replay_game(const char *path, int64_t game, struct replay *replay,
                        struct error *error) {
    struct record *record = record_read(path, error);
    replay->record = record;
    replay->picture = isatty(STDOUT_FILENO) ? calloc(1, sizeof *replay->picture) : NULL;
    bool done = record && replay_read_game(record, game, replay, error);
    record_close(record);
    if (replay->steps)
        console_close(replay->steps);
    replay_drawing_free(&replay->drawing);
    boards_free(&replay->boards);
    said_list_free(&replay->said);
    analysis_list_free(&replay->analysis);
    free(replay->picture);
    return done;
}

/* Reads the options of a drawing. */
static bool read_request(const struct arguments *arguments, struct replay_request *request,
                         struct error *error) {
    const char *theme = arguments->value[THEME];
    request->path = arguments->value[SVG];
    if (theme && !svg_theme_find(theme, &request->theme))
        return error_set(error, _("--theme needs auto, light or dark, not '%.100s'"), theme);
    if (!request->path && (theme || arguments->value[MOVE]))
        return error_set(error, _("--%s needs --svg"), theme ? "theme" : "move");
    if (request->path && arguments->value[STEP])
        return error_set(error, _("--svg draws one position: there is nothing to --step through"));
    return arguments_number(arguments, MOVE, 0, MOVES_MAX, -1, &request->ply, error);
}

static bool command_replay_draw(const char *path, const struct replay_request *request,
                                struct error *error) {
    struct record *record = record_read(path, error);
    bool done = record && replay_draw_svg(record, request, error);
    record_close(record);
    return done;
}

static int replay_run(struct arguments *arguments, const atomic_int *stop) {
    struct error *error = &arguments->error;
    int64_t game;
    struct replay replay = {.stop = stop, .grid = arguments->value[GRID]};
    struct replay_request request = {.theme = defaults_theme(), .grid = replay.grid};
    if (!game_id_read(arguments->word[1], &game, &replay.only, error) ||
        !read_request(arguments, &request, error))
        return EXIT_USAGE;
    if (arguments->value[STEP] && !request.path)
        replay.steps = console_open(stop, NULL, NULL, stepping_complete, NULL);
    request.game = game;
    request.half = replay.only;
    bool done = request.path ? command_replay_draw(arguments->word[0], &request, error)
                             : replay_game(arguments->word[0], game, &replay, error);
    if (done && replay.quit && atomic_load(stop) != 0)
        return EXIT_SIGNAL + atomic_load(stop);
    return done ? EXIT_FINE : EXIT_FAILED;
}

const struct command command_replay = {
    .name = "replay",
    .summary = N_("show a game again"),
    .words = {N_("FILE.db GAME[.HALF]"), "*.db", 2, 2},
    .about = N_(
        "Shows a recorded game again: each move, its time and the position after it, then "
        "the\nscore. Moves and results that break the rules are reported, and the exit status "
        "is\nthen 1. With --svg, one position is drawn instead: the last one, or that of --move."),
    .option = {[STEP] = {"step",
                         .about =
                             N_("one move after the other: Enter is the next one, help says more")},
               [SVG] = {"svg", N_("FILE"),
                        .about = N_("draw a position as SVG, - for standard output"),
                        .values = "*"},
               [MOVE] = {"move", N_("N"), .about = N_("the position after N moves")},
               [THEME] = {"theme", N_("THEME"),
                          .about = N_("the colours of the SVG: auto, light or dark (auto)"),
                          .values = "auto light dark"},
               [GRID] = {"grid", N_("FILE"),
                         .about = N_("draw it by this file of a board, which has its sides"),
                         .values = "*"}},
    .run = replay_run,
};
