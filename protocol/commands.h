/* commands.h - the one list of the protocol's commands and answers, a row for each.
 *
 * Whoever includes it defines what is made of a row: COMMAND(id, function, when, ...) for what goes
 * to an engine, ANSWER(id, ...) for what comes from it. Behind stand the members of a struct
 * protocol_command. `function` is the engine's (handle_FUNCTION), `when` says when it is obeyed:
 * ALWAYS, or only while no search is running (IDLE), and then if there is a board (ON_BOARD).
 * PROTOCOL.md says what each command means.
 */
COMMAND(TGI, tgi, IDLE, "tgi", false, "",
        "who are you: id, features, games and options, then tgiok", {{0}})
COMMAND(UCI, tgi, IDLE, "uci", false, "", "the same, ended by uciok", {{0}})
COMMAND(ISREADY, isready, ALWAYS, "isready", false, "",
        "answered by readyok once all before it is done", {{0}})
COMMAND(SETOPTION, setoption, IDLE, "setoption", false, "name NAME [value VALUE]", "set an option",
        {{"name", FIELD_WORD, true, NO_LIMITS, "the option"},
         {"value", FIELD_REST, false, NO_LIMITS, "its new value"}})
COMMAND(SETGRID_INLINE, setgrid_inline, IDLE, "setgrid inline", false,
        "GAME NAME cells N sides A,B,C ...",
        "choose a game and a board that is spelled out: the three neighbours of each cell",
        {{NULL, FIELD_WORD, true, NO_LIMITS, "the game"},
         {NULL, FIELD_WORD, true, NO_LIMITS, "the name of the board"},
         {"cells", FIELD_NUMBER, true, 1, PROTOCOL_CELLS_MAX, "how many cells"},
         {"sides", FIELD_WORDS, true, NO_LIMITS, "the neighbours of each cell"}})
COMMAND(SETGRID, setgrid, IDLE, "setgrid", false, "NAME [GAME] | GAME [KEY VALUE]...",
        "choose a board (a file, a shape or a word) and a game, or a game alone and what it "
        "leaves open",
        {{NULL, FIELD_REST, true, NO_LIMITS, "the board and the game"}})
COMMAND(NEWGAME, newgame, ON_BOARD, "newgame", false, "[half H] [carry P1 P2] [players N] [seed S]",
        "begin a half on the board", {NEWGAME_FIELDS})
COMMAND(PLAY, play, ON_BOARD, "play", false, "MOVE...",
        "play moves: all of them or, if one is illegal, none",
        {{NULL, FIELD_WORDS, true, NO_LIMITS, "the moves"}})
COMMAND(UNDO, undo, ON_BOARD, "undo", false, "[N]", "take back the last move, or the last N",
        {{NULL, FIELD_NUMBER, false, 1, 100000, "how many moves"}})
COMMAND(POSITION, position, ON_BOARD, "position", false,
        "[half H] [carry P1 P2] [players N] [seed S] [moves MOVE...]",
        "newgame and play in one line, all or nothing",
        {NEWGAME_FIELDS, {"moves", FIELD_LIST, false, NO_LIMITS, "the moves from the start"}})
COMMAND(GO, go, ON_BOARD, "go", false,
        "[id N] [movetime MS] [depth N] [nodes N] [p1time MS] [p1inc MS] ... [infinite] [ponder] "
        "[solve] [searchmoves MOVE...]",
        "choose a move for the player to move; answered by info lines and one bestmove",
        {{"id", FIELD_NUMBER, false, 0, INT64_MAX, "a number that bestmove repeats"},
         {"movetime", FIELD_NUMBER, false, MILLISECONDS, "milliseconds for this move"},
         {"depth", FIELD_NUMBER, false, 1, 10000, "plies to look ahead"},
         {"nodes", FIELD_NUMBER, false, 1, INT64_MAX, "positions to visit"},
         {"p1time", FIELD_NUMBER, false, MILLISECONDS, "milliseconds left to seat 1"},
         {"p2time", FIELD_NUMBER, false, MILLISECONDS, "milliseconds left to seat 2"},
         {"p3time", FIELD_NUMBER, false, MILLISECONDS, "milliseconds left to seat 3"},
         {"p4time", FIELD_NUMBER, false, MILLISECONDS, "milliseconds left to seat 4"},
         {"p1inc", FIELD_NUMBER, false, MILLISECONDS, "milliseconds a move gives seat 1"},
         {"p2inc", FIELD_NUMBER, false, MILLISECONDS, "milliseconds a move gives seat 2"},
         {"p3inc", FIELD_NUMBER, false, MILLISECONDS, "milliseconds a move gives seat 3"},
         {"p4inc", FIELD_NUMBER, false, MILLISECONDS, "milliseconds a move gives seat 4"},
         {"infinite", FIELD_FLAG, false, NO_LIMITS, "until stop"},
         {"ponder", FIELD_FLAG, false, NO_LIMITS,
          "on the opponent's time, until ponderhit or stop"},
         {"solve", FIELD_FLAG, false, NO_LIMITS, "until the margin is known exactly"},
         {"searchmoves", FIELD_WORDS, false, NO_LIMITS, "choose among these moves only"}})
COMMAND(STOP, stop, ALWAYS, "stop", false, "", "end the search now: bestmove follows", {{0}})
COMMAND(PONDERHIT, ponderhit, ALWAYS, "ponderhit", false, "", "the move pondered on was played",
        {{0}})
COMMAND(SCORE, score, ON_BOARD, "score", false, "",
        "points, margin and total, and whether the half is over", {{0}})
COMMAND(LEGAL, legal, ON_BOARD, "legal", false, "", "all legal moves", {{0}})
COMMAND(SHOW, show, ON_BOARD, "show", false, "", "the position, for people", {{0}})
COMMAND(EVAL, eval, ON_BOARD, "eval", false, "",
        "what the player thinks of the position, for people", {{0}})
COMMAND(PERFT, perft, ON_BOARD, "perft", false, "DEPTH [split]",
        "count the sequences of DEPTH legal moves",
        {{NULL, FIELD_NUMBER, true, 0, 100, "how many moves deep"},
         {"split", FIELD_FLAG, false, NO_LIMITS, "also by first move"}})
COMMAND(BENCH, bench, IDLE, "bench", false, "[NAME...]",
        "measure speed or strength; without a name it prints a signature of the search",
        {{NULL, FIELD_LIST, false, NO_LIMITS, "what to measure"}})
COMMAND(HELP, help, ALWAYS, "help", false, "[COMMAND]", "this list, or one command of it",
        {{NULL, FIELD_LIST, false, NO_LIMITS, "a command"}})
COMMAND(QUIT, quit, ALWAYS, "quit", false, "", "end the program", {{0}})

ANSWER(ID, "id", false, "name|author TEXT", "who the engine is",
       {{NULL, FIELD_WORD, true, NO_LIMITS, "name or author"},
        {NULL, FIELD_REST, true, NO_LIMITS, "the text"}})
ANSWER(PROTOCOL, "protocol", true, "VERSION", "the version of the protocol",
       {{NULL, FIELD_NUMBER, true, 1, 1000000, "the version"}})
ANSWER(FEATURE, "feature", false, "NAME...", "what the engine does beyond the minimum",
       {{NULL, FIELD_LIST, false, NO_LIMITS, "a feature"}})
ANSWER(GAME, "game", true, "NAME [TITLE]", "a game that the engine plays",
       {{NULL, FIELD_WORD, true, NO_LIMITS, "the game"},
        {NULL, FIELD_REST, false, NO_LIMITS, "its title"}})
ANSWER(OPTION, "option", true, "name NAME type TYPE [default V] [min N] [max N] [var V...]",
       "an option that can be set",
       {{"name", FIELD_WORD, true, NO_LIMITS, "its name"},
        {"type", FIELD_WORD, true, NO_LIMITS, "check, spin, combo, button or string"},
        {"default", FIELD_WORD, false, NO_LIMITS, "its value unless set"},
        {"min", FIELD_NUMBER, false, INT64_MIN, INT64_MAX, "the least value"},
        {"max", FIELD_NUMBER, false, INT64_MIN, INT64_MAX, "the greatest value"},
        {"var", FIELD_WORDS, false, NO_LIMITS, "the values of a combo"}})
ANSWER(TGIOK, "tgiok", false, "", "the end of the answer to tgi", {{0}})
ANSWER(UCIOK, "uciok", false, "", "the end of the answer to uci", {{0}})
ANSWER(READYOK, "readyok", false, "", "the answer to isready", {{0}})
ANSWER(INFO, "info", true,
       "[depth N] [multipv K] [margin N [bound B]] [nodes N] [nps N] [time MS] [hashfull N] "
       "[pv MOVE...] [split MOVE count N] [string TEXT]",
       "what a search has found so far",
       {{"depth", FIELD_NUMBER, false, ANY_NUMBER, "plies looked ahead"},
        {"margin", FIELD_NUMBER, false, ANY_NUMBER, "expected margin of the player to move"},
        {"bound", FIELD_WORD, false, NO_LIMITS, "exact, lower or upper"},
        {"nodes", FIELD_NUMBER, false, ANY_NUMBER, "positions visited"},
        {"nps", FIELD_NUMBER, false, ANY_NUMBER, "positions a second"},
        {"time", FIELD_NUMBER, false, ANY_NUMBER, "milliseconds so far"},
        {"hashfull", FIELD_NUMBER, false, ANY_NUMBER, "use of the table, in thousandths"},
        {"pv", FIELD_LIST, false, NO_LIMITS, "the best line"},
        {"multipv", FIELD_NUMBER, false, 1, INT64_MAX, "the rank of this line's move"},
        {"split", FIELD_WORD, false, NO_LIMITS, "a first move of perft"},
        {"count", FIELD_NUMBER, false, 0, INT64_MAX, "its share"},
        {"string", FIELD_REST, false, NO_LIMITS, "text for people"}})
ANSWER(BESTMOVE, "bestmove", false, "MOVE [ponder MOVE] [id N]", "the answer to go",
       {{NULL, FIELD_WORD, true, NO_LIMITS, "the move, or none"},
        {"ponder", FIELD_WORD, false, NO_LIMITS, "the expected answer"},
        {"id", FIELD_NUMBER, false, 0, INT64_MAX, "the id of the go it answers"}})
ANSWER(SCORE_ANSWER, "score", true, "p1 A p2 B ... margin M half H total T over no|REASON",
       "the answer to score",
       {{"p1", FIELD_NUMBER, true, ANY_NUMBER, "points of seat 1"},
        {"p2", FIELD_NUMBER, false, ANY_NUMBER, "points of seat 2"},
        {"p3", FIELD_NUMBER, false, ANY_NUMBER, "points of seat 3"},
        {"p4", FIELD_NUMBER, false, ANY_NUMBER, "points of seat 4"},
        {"margin", FIELD_NUMBER, true, ANY_NUMBER, "margin of seat 1 in this half"},
        {"half", FIELD_NUMBER, true, ANY_NUMBER, "which half"},
        {"total", FIELD_NUMBER, true, ANY_NUMBER, "margin of seat 1 in all halves so far"},
        {"over", FIELD_WORD, true, NO_LIMITS, "no, or why the half is over"}})
ANSWER(LEGAL_ANSWER, "legal", false, "[MOVE...] [more]", "the answer to legal",
       {{NULL, FIELD_LIST, false, NO_LIMITS, "the moves"},
        {"more", FIELD_FLAG, false, NO_LIMITS, "the next such line goes on with them"}})
ANSWER(PERFT_ANSWER, "perft", true, "DEPTH COUNT", "the answer to perft",
       {{NULL, FIELD_NUMBER, true, 0, 100, "how deep"},
        {NULL, FIELD_NUMBER, true, 0, INT64_MAX, "how many"}})
ANSWER(ERROR, "error", true, "CODE COMMAND: TEXT", "a command was refused",
       {{NULL, FIELD_WORD, true, NO_LIMITS, "the kind of error"},
        {NULL, FIELD_REST, true, NO_LIMITS, "the command and what was wrong"}})

#undef COMMAND
#undef ANSWER
